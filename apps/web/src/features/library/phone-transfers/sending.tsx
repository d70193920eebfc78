import { PHONE_TRANSFER_REST_MINUTES } from '@keepsake/contracts/library/phone-transfers';
import { PHOTO_LIMITS } from '@keepsake/contracts/platform/limits';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  FilePicker,
  hasProblem,
  ImportDrawing,
  type ImportItem,
  type ImportQueue,
  ItemList,
  ItemText,
  ItemThumbnail,
  percentOf,
  SavedIcon,
  summarize,
} from '#/features/library/upload-queue/index.ts';
import { CloseIcon } from '#/shared/ui/icons.tsx';
import rowClasses from '#/shared/ui/item-row.module.css';
import { ProgressBar } from '#/shared/ui/progress-bar.tsx';
import classes from './phone-page.module.css';
import type { PhoneSession } from './phone-session.ts';

type Props = { session: PhoneSession; target: 'library' | 'album' };

/** Picks photos and shows their progress, overall and individually. */
export function Sending({ session, target }: Props) {
  const { t } = useTranslation();
  const queue = useStore(session.store);
  const { items } = queue;
  const sentBefore = useStore(session.sentBefore).count;
  const { pending, saved, problems } = summarize(items);
  const isEmpty = items.length === 0;
  const ending = endingOf({ isOver: !isEmpty && pending === 0, sent: sentBefore + saved, problems });
  const full = ending && fullOf(items);
  return (
    <>
      <main className={classes.content}>
        <h1 className={classes.title}>{t(ending ? `phone.${ending}` : 'phone.title')}</h1>
        <p className={classes.lead}>{t(lead(), { minutes: PHONE_TRANSFER_REST_MINUTES })}</p>
        {isEmpty ? (
          <div className={classes.empty}>
            <ImportDrawing />
            <p>{t('import.formats', PHOTO_LIMITS)}</p>
          </div>
        ) : (
          <>
            <SendingProgress queue={queue} sentBefore={sentBefore} onRetry={session.runner.retryFailed} />
            <PhoneList items={items} runner={session.runner} isPaused={queue.pause !== null} />
          </>
        )}
      </main>
      <PickBar isFirst={isEmpty} onPick={session.add} />
    </>
  );

  function lead() {
    if (full) return `phone.full.${full}` as const;
    return ending ? (`phone.${ending}Text` as const) : (`phone.to.${target}` as const);
  }
}

/** The result: all, some or none were sent; null while sending. */
function endingOf({ isOver, sent, problems }: { isOver: boolean; sent: number; problems: number }) {
  if (!isOver) return null;
  if (problems === 0) return 'done' as const;
  return sent > 0 ? ('partlyDone' as const) : ('notDone' as const);
}

/** Why no further photo can be sent, if storage is full. */
function fullOf(items: readonly ImportItem[]) {
  const isFull = (reason: string) => items.some((item) => hasProblem(item) && item.reason === reason);
  return (['quota-exceeded', 'storage-full'] as const).find(isFull);
}

type ProgressProps = {
  queue: ImportQueue;
  /** Photos sent by this phone before its page was reloaded. */
  sentBefore: number;
  onRetry: () => void;
};

/** Overall progress, what it is waiting for, and what went wrong. */
function SendingProgress({ queue: { items, pause }, sentBefore, onRetry }: ProgressProps) {
  const { t } = useTranslation();
  const summary = summarize(items);
  const { pending, saved, toSave, problems, failed, unshown } = summary;
  const percent = percentOf(summary);
  return (
    <div className={classes.progress}>
      {sentBefore + toSave > 0 && (
        <>
          <p className={classes.count} role="status">
            {t('phone.sentCount', { done: sentBefore + saved, total: sentBefore + toSave })}
          </p>
          <ProgressBar percent={percent} label={t('import.progress')} isPaused={pause !== null} />
        </>
      )}
      {pending > 0 && (
        <p className={classes.hint}>{t(pause ? `import.paused.${pause}` : 'phone.keepOpen')}</p>
      )}
      {unshown > 0 && <p className={classes.problem}>{t('import.unshownCount', { count: unshown })}</p>}
      {problems > 0 && (
        <p className={classes.problem}>
          {t('import.problemCount', { count: problems })}
          {failed > 0 && (
            <button type="button" className={classes.retry} onClick={onRetry}>
              {t('import.retryAll')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

type ListProps = { items: readonly ImportItem[]; runner: PhoneSession['runner']; isPaused: boolean };

function PhoneList({ items, runner, isPaused }: ListProps) {
  const { t } = useTranslation();
  return (
    <ItemList
      items={items}
      label={t('import.list')}
      renderRow={(item) => (
        <PhoneRow
          item={item}
          isPaused={isPaused}
          file={runner.fileOf(item.id)}
          onRemove={() => runner.remove(item.id)}
        />
      )}
    />
  );
}

type RowProps = { item: ImportItem; isPaused: boolean; file: File | undefined; onRemove: () => void };

/** One photo being sent; it can be removed until it has arrived. */
const PhoneRow = memo(function PhoneRow({ item, isPaused, file, onRemove }: RowProps) {
  const { t } = useTranslation();
  return (
    <div className={rowClasses.line}>
      <ItemThumbnail file={file} />
      <ItemText item={item} isPaused={isPaused} />
      {item.status === 'saved' ? (
        <SavedIcon item={item} />
      ) : (
        <button
          type="button"
          className={rowClasses.remove}
          aria-label={t('import.takeOff', { name: item.name })}
          onClick={onRemove}
        >
          <CloseIcon size={16} />
        </button>
      )}
    </div>
  );
});

type PickProps = {
  /** Whether nothing has been picked yet. */
  isFirst: boolean;
  onPick: (files: readonly File[]) => void;
};

/** The main action, at the bottom within reach of thumbs. */
function PickBar({ isFirst, onPick }: PickProps) {
  const { t } = useTranslation();
  const label = t(isFirst ? 'import.choosePhotos' : 'import.chooseMore');
  return (
    <div className={classes.bar}>
      <FilePicker label={label} onPick={onPick}>
        {(open) => (
          <button type="button" className={classes.action} onClick={open}>
            {label}
          </button>
        )}
      </FilePicker>
    </div>
  );
}
