import { listFormat } from '@keepsake/contracts/platform/formats';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { dayIn, useLocale } from '#/shared/format.ts';
import { formatNearDay, useTimeThere } from '#/shared/near-days.ts';
import { serverNow } from '#/shared/server-time.ts';
import { listenTo } from '#/shared/signal.ts';
import { ClockIcon } from '#/shared/ui/icons.tsx';
import classes from './cut-off-notice.module.css';
import { useCutOffs } from './queries.ts';
import { type CutOffLine, linesOf, timeLeft } from './time-left.ts';

/** How a page that knows articles shows the notice; its route passes it to features that may not import this one. */
export type NoticeOf = (articles: readonly string[]) => ReactNode;

type Props = {
  /** Codes of the articles concerned; absent: the next cut-off of everything the channel sells. */
  articles?: readonly string[];
};

/**
 * Order deadline and remaining time; renders nothing without a cut-off, after it has passed, and for who is blocked. Not a live
 * region: screen readers should not announce every minute.
 */
export function CutOffNotice({ articles }: Props) {
  const { cutOffs, isAwaited } = useCutOffs();
  const isBlocked = useIsBlocked();
  if (isBlocked) return null;
  // Holds back the content below, which would shift when the notice arrives.
  if (isAwaited) return <span hidden data-waiting />;
  if (!cutOffs || cutOffs.articleGroups.length === 0) return null;
  return <Lines {...cutOffs} articles={articles} />;
}

type LinesProps = NonNullable<ReturnType<typeof useCutOffs>['cutOffs']> & Props;

function Lines({ articleGroups, timeZone, articles }: LinesProps) {
  const linesAt = (now: number) => linesOf(articleGroups, { now, articles });
  const now = useNow((at) => nextChangeMs(linesAt(at), at));
  const lines = linesAt(now);
  if (lines.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <Line key={line.orderBy + line.promise} line={line} timeZone={timeZone} now={now} />
      ))}
    </ul>
  );
}

type LineProps = { line: CutOffLine; timeZone: string; now: number };

function Line({ line: { titles, promise, orderBy }, timeZone, now }: LineProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const formatTime = useTimeThere();
  const left = timeLeft(Date.parse(orderBy) - now);
  if (!left) return null;
  const at = new Date(orderBy);
  const on = formatNearDay(dayIn(at, timeZone), locale);
  const sentence = t('cutOff.orderBy', { on, time: formatTime(at, timeZone), promise });
  return (
    <li className={classes.line}>
      <ClockIcon size={18} />
      <span>
        {titles.length > 0 && (
          <>
            <strong>{t('cutOff.of', { titles: listFormat(locale).format(titles) })}</strong>{' '}
          </>
        )}
        <time dateTime={orderBy}>{sentence}</time>{' '}
        <span className={classes.left}>
          {'· '}
          {left.count > 0 ? t(`cutOff.left.${left.unit}`, { count: left.count }) : t('cutOff.left.moments')}
        </span>
      </span>
    </li>
  );
}

/** Milliseconds until the first of the lines changes or disappears. */
function nextChangeMs(lines: readonly CutOffLine[], now: number): number | null {
  const changes = lines.flatMap(({ orderBy }) => timeLeft(Date.parse(orderBy) - now)?.changesInMs ?? []);
  return changes.length > 0 ? Math.min(...changes) : null;
}

/** The server's time, updated whenever a line changes; a suspended page updates when it becomes visible. */
function useNow(changesInMs: (now: number) => number | null): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  const waitMs = changesInMs(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts the next wait even if it is equally long
  useEffect(() => {
    const update = () => setNow(serverNow().getTime());
    const timer = waitMs === null ? undefined : setTimeout(update, waitMs);
    const stop = listenTo(document, 'visibilitychange', update);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [waitMs, now]);
  return now;
}
