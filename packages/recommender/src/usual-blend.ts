/** What recommends a work to any listener. */
export const parts = ['popular', 'week', 'month', 'quarter', 'ever', 'fresh'] as const
export type Part = (typeof parts)[number]

/** Weights of what a recommendation is made of, ≥ 0. Each part is between 0 and 1. */
export type Blend = Record<Part, number> & {
  /** Of the neighbours of what a listener has heard. */
  personal: number
  /** Factor of content beside co-listening among neighbours. */
  content: number
  /** 0 to 1: the share of a neighbour's score that follows its popularity of the last 30 days. */
  fashion: number
}

/** For libraries whose history is too short to choose by: leans on what is popular and new. */
export const usualBlend: Blend = {
  personal: 1,
  content: 1,
  fashion: 0.15,
  popular: 0.3,
  week: 0.15,
  month: 0.3,
  quarter: 0,
  ever: 0,
  fresh: 0.13,
}
