import {
  CALLBACK_LOG_DAYS,
  CALLBACK_TRIES_DAYS,
  type CallbackLine,
} from '@keepsake/contracts/exchange/callbacks';
import { HOUR_MS } from '@keepsake/contracts/platform/limits';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDeviceMoment, formatNumber, useLocale } from '#/shared/format.ts';
import { PagedList } from '#/shared/paged-list.tsx';
import { serverNow } from '#/shared/server-time.ts';
import panels from '#/shared/ui/panels.module.css';
import { Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import { Select } from '#/shared/ui/select.tsx';
import classes from './callbacks.module.css';
import { callbackLogQuery, useSending } from './queries.ts';

/** Callbacks sent and their answers, with actions to resend them. */
export function CallbackLog({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const headingId = useId();
  const list = useInfiniteQuery(callbackLogQuery);
  const { test, replay, recover } = useSending();
  return (
    <section className={classes.log} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('callbacks.log')}</h2>
      <p className={panels.help}>
        {t('callbacks.logHelp', { days: CALLBACK_TRIES_DAYS, storedDays: CALLBACK_LOG_DAYS })}
      </p>
      <div className={panels.actions}>
        <Button
          variant="default"
          disabled={!isOn}
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('callbacks.test')}
        </Button>
        <Recover isOff={!isOn} isPending={recover.isPending} onRecover={recover.mutate} />
      </div>
      <PagedList list={list} failed={t('callbacks.logFailed')}>
        {(pages) =>
          pages ? (
            <Lines
              lines={pages.flatMap(({ callbacks }) => callbacks)}
              onReplay={isOn ? replay.mutate : null}
            />
          ) : (
            <RowsSkeleton />
          )
        }
      </PagedList>
    </section>
  );
}

type LinesProps = { lines: readonly CallbackLine[]; onReplay: ((callbackId: string) => void) | null };

function Lines({ lines, onReplay }: LinesProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className={panels.help}>{t('callbacks.nothingYet')}</p>;
  return (
    <RowList>
      {lines.map((line) => (
        <Line key={line.callbackId} line={line} onReplay={onReplay && (() => onReplay(line.callbackId))} />
      ))}
    </RowList>
  );
}

const SINCE_HOURS = ['1', '24', '168', '720'] as const;

type RecoverProps = { isOff: boolean; isPending: boolean; onRecover: (since: string) => void };

function Recover({ isOff, isPending, onRecover }: RecoverProps) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<(typeof SINCE_HOURS)[number]>('24');
  const recover = () => onRecover(new Date(serverNow().getTime() - Number(hours) * HOUR_MS).toISOString());
  return (
    <>
      <Button variant="default" disabled={isOff} loading={isPending} onClick={recover}>
        {t('callbacks.recover')}
      </Button>
      <Select
        label={t('callbacks.since')}
        value={hours}
        choices={SINCE_HOURS.map((value) => ({ value, label: t(`callbacks.sinceHours.${value}`) }))}
        onChange={setHours}
      />
    </>
  );
}

function Line({ line, onReplay }: { line: CallbackLine; onReplay: (() => void) | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const moment = createDeviceMoment(locale);
  const { type, createdAt, state, nextAt, note, tries } = line;
  const name = t(`callbacks.type.${type.replaceAll('.', '-')}`, { defaultValue: type });
  const at = moment(new Date(createdAt));
  return (
    <Row
      action={
        onReplay && (
          <Button
            variant="subtle"
            size="sm"
            onClick={onReplay}
            aria-label={t('callbacks.replayOne', { name, moment: at })}
          >
            {t('callbacks.replay')}
          </Button>
        )
      }
    >
      <RowName order={3}>{name}</RowName>
      <RowDetail>
        <time dateTime={createdAt}>{at}</time>
      </RowDetail>
      <RowDetail isFailure={state === 'failed'}>
        {t(`callbacks.state.${state}`)}
        {nextAt !== null &&
          tries.length > 0 &&
          ` · ${t('callbacks.nextAt', { moment: moment(new Date(nextAt)) })}`}
        {state === 'failed' && tries.length === 0 && note !== null && ` · ${note}`}
      </RowDetail>
      <CallbackTries tries={tries} />
    </Row>
  );
}

/** The attempts with status, duration and the beginning of the answer; the newest one is the summary line. */
function CallbackTries({ tries }: Pick<CallbackLine, 'tries'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const moment = createDeviceMoment(locale);
  const [last] = tries;
  if (!last) return null;
  const notified = ({ status, fault, milliseconds }: typeof last) => {
    const took = t('callbacks.took', { milliseconds: formatNumber(milliseconds, locale) });
    return `${status === null ? (fault ?? '') : t('callbacks.status', { status })} · ${took}`;
  };
  return (
    <details className={classes.tries}>
      <summary>{`${notified(last)} · ${t('callbacks.tries', { count: tries.length })}`}</summary>
      <ol>
        {tries.map((each) => (
          <li key={each.at}>
            <time dateTime={each.at}>{moment(new Date(each.at))}</time> · {notified(each)}
            {each.answer && <pre dir="auto">{each.answer}</pre>}
          </li>
        ))}
      </ol>
    </details>
  );
}
