import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ImportDrawing } from '#/shared/uploads/import-drawing.tsx';
import { ItemList } from '#/shared/uploads/list/item-list.tsx';
import { summarize } from '#/shared/uploads/queue/summarize.ts';
import type { PhoneSession } from '../session/phone-session.ts';
import classes from './phone-page.module.css';
import { PhoneRow } from './phone-row.tsx';
import { PickBar } from './pick-bar.tsx';
import { SendingProgress } from './sending-progress.tsx';

type Props = { session: PhoneSession; target: 'library' | 'album' };

/** Where photos are picked, how far they are, and each of them. */
export function Sending({ session, target }: Props) {
  const { t } = useTranslation();
  const queue = useStore(session.store);
  const { items } = queue;
  const { pending, saved } = summarize(items);
  const isEmpty = items.length === 0;
  const isDone = !isEmpty && pending === 0 && saved > 0;
  return (
    <>
      <main className={classes.content}>
        <h1 className={classes.title}>{t(isDone ? 'phone.done' : 'phone.title')}</h1>
        <p className={classes.lead}>{t(isDone ? 'phone.doneText' : `phone.to.${target}`)}</p>
        {isEmpty && (
          <div className={classes.empty}>
            <ImportDrawing />
            <p>{t('import.formats')}</p>
          </div>
        )}
        {!isEmpty && <SendingProgress queue={queue} onRetry={session.runner.retryFailed} />}
        {!isEmpty && (
          <ItemList
            items={items}
            label={t('import.list')}
            renderRow={(item) => (
              <PhoneRow
                item={item}
                file={session.runner.fileOf(item.id)}
                onRemove={() => session.runner.remove(item.id)}
              />
            )}
          />
        )}
      </main>
      <PickBar isFirst={isEmpty} onPick={session.add} />
    </>
  );
}
