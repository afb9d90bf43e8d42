import * as z from 'zod/mini'

/**
 * Every error code of the API and its HTTP status. A code is also the key of the client's translation (`errors.json`, `errors-deferred.json`);
 * a test compares the two lists.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.tooLarge': 413,
  'request.unsupported': 415,
  'request.tooMany': 429,
  // Clients of this family compare these exact texts to see that they have to log in again.
  'No authorization token was found': 401,
  'jwt expired': 401,
  'invalid token': 401,
  'admin.required': 403,
  'editor.required': 403,
  'guest.cannot': 403,
  'guest.slow': 429,
  'auth.wrong': 401,
  'auth.disabled': 403,
  'auth.wrongPassword': 403,
  'auth.registrationClosed': 403,
  'auth.adminTokenNeeded': 403,
  'auth.nameTaken': 409,
  'auth.nameMistakable': 400,
  'auth.lastAdmin': 409,
  'auth.guestCannotLinkEmail': 403,
  'auth.unlinkEmailFirst': 409,
  'auth.emailNotReceived': 409,
  'auth.verifyIdExpired': 410,
  'auth.maxAttempts': 410,
  'mail.off': 404,
  'route.notFound': 404,
  'method.notAllowed': 405,
  'work.notFound': 404,
  'circle.notFound': 404,
  'tag.notFound': 404,
  'va.notFound': 404,
  'series.notFound': 404,
  'staff.notFound': 404,
  'name.notFound': 404,
  'name.noChange': 404,
  'name.unknown': 409,
  'name.itself': 400,
  'name.same': 409,
  'name.taken': 409,
  'name.alreadyMerged': 409,
  'name.undone': 409,
  'name.builtOn': 409,
  'selection.changed': 409,
  'selection.empty': 409,
  'selection.tooMany': 409,
  'selection.notFound': 404,
  'selection.ended': 409,
  'selection.running': 409,
  'selection.undone': 409,
  'file.notFound': 404,
  'file.unreadable': 503,
  'stream.unavailable': 404,
  'range.unsatisfiable': 416,
  'user.notFound': 404,
  'user.guest': 403,
  'playlist.notFound': 404,
  'playlist.system': 403,
  'playlist.own': 403,
  'playlist.tooMany': 409,
  'playlist.full': 409,
  'vote.mustBindEmailFirst': 400,
  'vote.notTagged': 404,
  'vote.tooManyTags': 409,
  'edit.notFound': 404,
  'edit.conflict': 409,
  'edit.changedSince': 409,
  'edit.unread': 409,
  'edit.badPicture': 422,
  'feedback.notFound': 404,
  'feedback.full': 503,
  'metadata.off': 409,
  'work.codeTaken': 409,
  'folder.notFound': 404,
  'import.running': 409,
  'scan.running': 409,
  'scan.notRunning': 409,
  'server.busy': 503,
  'server.full': 507,
  'server.failed': 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One rejected input: the parameter, its location, the value sent and what is wrong with it. */
export const InvalidInput = z.object({
  param: z.string(),
  location: z.enum(['path', 'query', 'body']),
  value: z.optional(z.unknown()),
  msg: z.string(),
})
export type InvalidInput = z.infer<typeof InvalidInput>

/** The body of every error. Clients of this family read `error` first; a 400 has both keys. */
export const ErrorBody = z.object({
  error: z.string(),
  errors: z.optional(z.array(InvalidInput)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
