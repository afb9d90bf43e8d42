import type { TrackFolder, TrackNode } from '@otodana/contract'
import { useId, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { FileName } from '#ui/FileName.tsx'

import css from './ChoiceTree.module.css'
import { type Chosen, chosenOf, filesBelow, sizeOf, withFiles } from './selection.ts'

/** Works with at most this many files are expanded initially. */
const FEW = 60

type Props = { tree: readonly TrackNode[]; chosen: Chosen; onChange: (chosen: Chosen) => void }

/** A tree of folders and files with checkboxes; a folder's checkbox applies to its content. */
export function ChoiceTree({ tree, chosen, onChange }: Props) {
  const isFew = filesBelow(tree).length <= FEW
  return (
    <div className={css.box}>
      <Nodes nodes={tree} isOpen={isFew} chosen={chosen} onChange={onChange} />
    </div>
  )
}

type NodesProps = { nodes: readonly TrackNode[]; isOpen: boolean; chosen: Chosen; onChange: (chosen: Chosen) => void }

function Nodes({ nodes, isOpen, chosen, onChange }: NodesProps) {
  return (
    <ul className={css.list}>
      {nodes.map((node) =>
        node.type === 'folder' ? (
          <Folder key={`/${node.title}`} folder={node} isOpenAtFirst={isOpen} chosen={chosen} onChange={onChange} />
        ) : (
          <li key={node.hash} className={css.row}>
            <label className={css.label}>
              <input
                type="checkbox"
                className={css.check}
                checked={chosen.has(node.hash)}
                onChange={({ target }) => onChange(withFiles(chosen, [node], target.checked))}
              />
              <FileName className={css.name} name={node.title} />
              <span className={css.size}>{formatSize(node.size)}</span>
            </label>
          </li>
        ),
      )}
    </ul>
  )
}

type FolderProps = {
  folder: TrackFolder
  isOpenAtFirst: boolean
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

function Folder({ folder, isOpenAtFirst, chosen, onChange }: FolderProps) {
  const { t } = useTranslation('downloads')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  const files = filesBelow(folder.children)
  const state = chosenOf(files, chosen)
  const name = shownName(folder.title)
  return (
    <li>
      <div className={css.row}>
        <label className={css.label}>
          <input
            ref={(box) => {
              if (box) box.indeterminate = state === 'some'
            }}
            type="checkbox"
            className={css.check}
            checked={state === 'all'}
            onChange={() => onChange(withFiles(chosen, files, state !== 'all'))}
          />
          <FileName className={css.folder} name={name} />
          <span className={css.size}>{formatSize(sizeOf(files))}</span>
        </label>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('showFolder', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRightIcon size="1.25em" />
        </button>
      </div>
      <div id={id} className={css.inside} hidden={!isOpen}>
        {isOpen ? <Nodes nodes={folder.children} isOpen={isOpenAtFirst} chosen={chosen} onChange={onChange} /> : null}
      </div>
    </li>
  )
}
