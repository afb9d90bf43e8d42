import type { TrackFile, TrackFolder, TrackNode } from '@otodana/contract'
import { useId, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { FileName } from '#ui/FileName.tsx'

import css from './ChoiceTree.module.css'
import { type Chosen, chosenOf, filesBelow, withFiles } from './selection.ts'

/** Works with at most this many files are expanded initially. */
const FEW = 60

type Props = {
  tree: readonly TrackNode[]
  chosen: Chosen
  /** Returns the size that is shown of a file, by default its own. */
  sizeOf?: SizeOf
  onChange: (chosen: Chosen) => void
}

type SizeOf = (file: TrackFile) => number

const ownSize: SizeOf = ({ size }) => size

/** A tree of folders and files with checkboxes; a folder's checkbox applies to its content. */
export function ChoiceTree({ tree, chosen, sizeOf = ownSize, onChange }: Props) {
  const isFew = filesBelow(tree).length <= FEW
  return (
    <div className={css.box}>
      <Nodes nodes={tree} isOpen={isFew} chosen={chosen} sizeOf={sizeOf} onChange={onChange} />
    </div>
  )
}

type NodesProps = {
  nodes: readonly TrackNode[]
  isOpen: boolean
  chosen: Chosen
  sizeOf: SizeOf
  onChange: (chosen: Chosen) => void
}

function Nodes({ nodes, isOpen, ...rest }: NodesProps) {
  const { chosen, sizeOf, onChange } = rest
  return (
    <ul className={css.list}>
      {nodes.map((node) =>
        node.type === 'folder' ? (
          <Folder key={`/${node.title}`} folder={node} isOpenAtFirst={isOpen} {...rest} />
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
              <span className={css.size}>{formatSize(sizeOf(node))}</span>
            </label>
          </li>
        ),
      )}
    </ul>
  )
}

type FolderProps = Omit<NodesProps, 'nodes' | 'isOpen'> & { folder: TrackFolder; isOpenAtFirst: boolean }

function Folder({ folder, isOpenAtFirst, ...rest }: FolderProps) {
  const { chosen, sizeOf, onChange } = rest
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
          <span className={css.size}>{formatSize(files.reduce((sum, file) => sum + sizeOf(file), 0))}</span>
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
        {isOpen ? <Nodes nodes={folder.children} isOpen={isOpenAtFirst} {...rest} /> : null}
      </div>
    </li>
  )
}
