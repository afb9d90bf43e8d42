import '#i18n/on-demand/name-editing-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast.ts'

import type { NameKind } from '../name-kinds.ts'
import { AlikeNames } from './AlikeNames.tsx'
import type { ChosenName } from './edited-kinds.ts'
import css from './EditNames.module.css'
import { MergeNames } from './MergeNames.tsx'
import { NameHistory } from './NameHistory.tsx'
import { PickNames } from './PickNames.tsx'
import { RenameName } from './RenameName.tsx'

const tabs = ['pick', 'alike', 'history'] as const

/** A ref: after a rename or merge the tab gets the focus. */
function focusTab(tabs: HTMLElement | null): void {
  tabs?.querySelector<HTMLElement>('input:checked')?.focus()
}

type Props = { kind: NameKind; onClose: () => void }

/** Renames and merges names, and shows what was renamed and merged. */
export default function EditNamesDialog({ kind, onClose }: Props) {
  const { t } = useTranslation('name-editing')
  const { queryClient } = useRouter().options.context
  const [tab, setTab] = useState<(typeof tabs)[number]>('pick')
  const [chosen, setChosen] = useState<readonly ChosenName[]>([])
  const [step, setStep] = useState<{ action: 'rename' | 'merge'; names: readonly ChosenName[] } | null>(null)

  /** Everything shown may have the name. */
  async function handleDone(told: string) {
    setStep(null)
    setChosen([])
    toast(told)
    await queryClient.invalidateQueries()
  }

  if (step) {
    const [first] = step.names
    const back = () => setStep(null)
    return (
      <Dialog variant="wide" title={t(`${step.action}.title`)} onClose={onClose}>
        {step.action === 'merge' ? (
          <MergeNames kind={kind} names={step.names} onDone={handleDone} onBack={back} />
        ) : first ? (
          <RenameName kind={kind} name={first} onDone={handleDone} onBack={back} />
        ) : null}
      </Dialog>
    )
  }
  return (
    <Dialog variant="wide" title={t(`${kind}.title`)} onClose={onClose}>
      <div ref={focusTab}>
        <Choice
          isBare
          label={t('tabs.label')}
          name="names-tab"
          options={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
          value={tab}
          onChange={setTab}
        />
      </div>
      <div className={css.part}>
        {tab === 'pick' ? (
          <PickNames
            kind={kind}
            chosen={chosen}
            onChoose={setChosen}
            onRename={() => setStep({ action: 'rename', names: chosen })}
            onMerge={() => setStep({ action: 'merge', names: chosen })}
          />
        ) : tab === 'alike' ? (
          <AlikeNames kind={kind} onMerge={(names) => setStep({ action: 'merge', names })} />
        ) : (
          <NameHistory onDone={handleDone} />
        )}
      </div>
    </Dialog>
  )
}
