import { type DateChange, previewDates } from '@keepsake/contracts/library/dates';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import {
  createMomentInSentence,
  formatDayInSentence,
  formatMonthInSentence,
  useLocale,
} from '#/shared/format.ts';
import classes from './change-date.module.css';

type Props = { photoIds: readonly string[]; change: DateChange | null };
type Preview = NonNullable<ReturnType<typeof usePreview>['data']>;

/** Delay before a preview is requested, in milliseconds: nobody reads one while typing. */
const SETTLED_MS = 250;
/** Months that are named; of more, only the first. */
const MONTHS_SHOWN = 6;

function usePreview({ photoIds, change }: Props) {
  const opening = useId();
  const [settled] = useDebouncedValue(change, SETTLED_MS);
  return useQuery({
    queryKey: ['TimeLine', 'dates', opening, settled],
    meta: { action: 'PREVIEW_DATES' },
    queryFn: ({ signal }) => {
      if (!settled) throw new Error('There is nothing to preview');
      const body = { photoIds: photoIds.slice(0, MAX_IDS_PER_CALL), change: settled };
      return call(previewDates, { body }, { signal });
    },
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** What a change would do, before it is made. */
export function DatePreview(props: Props) {
  const { t } = useTranslation();
  const { data, error } = usePreview(props);
  const isShown = props.change !== null && data !== undefined;
  return (
    <div className={classes.preview} aria-live="polite">
      {isShown && <Counts preview={data} />}
      {isShown && <Ends preview={data} change={props.change} />}
      {props.change !== null && error && <p>{t('dates.previewFailed')}</p>}
    </div>
  );
}

function Counts({ preview: { photosCount, unchangedCount } }: { preview: Preview }) {
  const { t } = useTranslation();
  return (
    <p>
      {photosCount > 0 && t('dates.willChange', { count: photosCount })}{' '}
      {unchangedCount > 0 && t('dates.willStay', { count: unchangedCount })}
    </p>
  );
}

type EndsProps = { preview: Preview; change: DateChange | null };

function Ends({ preview: { first, last, months, photosCount }, change }: EndsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const words = (date: string | undefined) => (date ? wordsOfDate(date, locale) : t('library.unknownDate'));
  const to = (date: string | undefined) => words(change?.kind === 'set' ? change.date : date);
  const named = months.slice(0, MONTHS_SHOWN).map(({ month, change: by }) => {
    const [year, of] = month.split('-').map(Number);
    const name =
      month === '1970-01' ? t('library.unknownDate') : formatMonthInSentence(year ?? 0, of ?? 1, locale);
    return `${name} ${by > 0 ? `+${by}` : `−${-by}`}`;
  });
  const more = months.length > MONTHS_SHOWN ? ['…'] : [];
  return (
    <>
      {first && photosCount === 1 && <p>{`${words(first.from)} → ${to(first.to)}`}</p>}
      {first && photosCount > 1 && <p>{t('dates.first', { from: words(first.from), to: to(first.to) })}</p>}
      {last && photosCount > 1 && <p>{t('dates.last', { from: words(last.from), to: to(last.to) })}</p>}
      {named.length > 0 && <p>{t('dates.months', { list: [...named, ...more].join(' · ') })}</p>}
    </>
  );
}

/** A wall time, or as much of it as is certain: '1974', 'July 1974', '4 July 1974', '4 July 1974 at 15:30'. */
export function wordsOfDate(date: string, locale: string): string {
  const [year = '', month, day] = date.split(/[-T]/);
  if (month === undefined) return year;
  if (day === undefined) return formatMonthInSentence(Number(year), Number(month), locale);
  if (!date.includes('T')) return formatDayInSentence(date, locale);
  return createMomentInSentence(locale)(new Date(`${date.slice(0, 19)}Z`));
}
