import { type DateReason, MAX_SUGGESTED, suggestDates } from '@keepsake/contracts/library/date-candidates';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call, idBatches } from '#/shared/api/call.ts';
import { useLocale } from '#/shared/format.ts';
import classes from './change-date.module.css';
import { chooseSuggestions, type Suggestion, type Suggestions } from './choose-suggestions.ts';
import { wordsOfDate } from './date-preview.tsx';

/** Photos for which a dialog requests dates: a box of scans. Of more, the first. */
const MAX_REQUESTED = 500;
/** Dates that are listed before each photo gets its own. */
const DATES_SHOWN = 6;

/** The suggestions that a dialog has taken: one date, or each photo its own. */
export type Taken = readonly Suggestion[];

/** What is suggested for photos without dates; nothing while it is loading, and after a failure. */
export function useSuggestions(undatedIds: readonly string[]) {
  const opening = useId();
  return useQuery({
    queryKey: ['TimeLine', 'date-candidates', opening],
    meta: { action: 'SUGGEST_DATES' },
    async queryFn({ signal }) {
      const photos = [];
      for (const batch of idBatches(undatedIds.slice(0, MAX_REQUESTED), MAX_SUGGESTED)) {
        const body = { photoIds: [...batch] };
        photos.push(...(await call(suggestDates, { body }, { signal })).photos);
      }
      return chooseSuggestions(photos);
    },
    enabled: undatedIds.length > 0,
    gcTime: 0,
  });
}

type Props = { suggestions: Suggestions; taken: Taken | null; onTake: (taken: Taken | null) => void };

/** Dates to take, each with its reason; a second press lets go. */
export function SuggestedDates({ suggestions: { shared, each, disputedCount }, taken, onTake }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const button = (of: Taken, isTaken: boolean, head: string, text: string) => (
    <button
      key={`${head} ${text}`}
      type="button"
      className={classes.suggestion}
      aria-pressed={isTaken}
      onClick={() => onTake(isTaken ? null : of)}
    >
      <strong>{head}</strong>
      <span className={classes.soft}>{text}</span>
    </button>
  );
  if (shared.length === 0) return null;
  return (
    <fieldset className={classes.suggestions}>
      <legend className={classes.soft}>{t('dates.suggested')}</legend>
      {each.length > 0 && button(each, taken === each, t('dates.each'), amount(each, t))}
      {shared.map((one) =>
        button(
          [one],
          taken?.length === 1 && taken[0] === one,
          wordsOfDate(one.date, locale),
          [amount([one], t), ...one.reasons.map((reason) => wordsOfReason(reason, t))].join(' · '),
        ),
      )}
      {disputedCount > 0 && <p className={classes.soft}>{t('dates.disputed', { count: disputedCount })}</p>}
    </fieldset>
  );
}

const countOf = (taken: Taken) => taken.reduce((sum, { photoIds }) => sum + photoIds.length, 0);

const amount = (taken: Taken, t: TFunction) => t('albums.photosCount', { count: countOf(taken) });

function wordsOfReason(reason: DateReason, t: TFunction): string {
  switch (reason.kind) {
    case 'name':
      return t('dates.byName');
    case 'neighbours': {
      const [first = '', second] = reason.fileNames;
      return second === undefined ? t('dates.near', { name: first }) : t('dates.between', { first, second });
    }
    case 'album-name':
      return t('dates.byAlbumName', { name: reason.albumName });
    case 'album-photos':
      return t('dates.byAlbumPhotos', { name: reason.albumName });
  }
}

/** What becomes of photos that get a date each. */
export function EachPreview({ taken }: { taken: Taken }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const lines = taken.slice(0, DATES_SHOWN);
  return (
    <div className={classes.preview} aria-live="polite">
      <p>{t('dates.willChange', { count: countOf(taken) })}</p>
      {lines.map((one) => (
        <p key={one.date}>
          {wordsOfDate(one.date, locale)} · {amount([one], t)}
        </p>
      ))}
      {taken.length > lines.length && <p>…</p>}
    </div>
  );
}
