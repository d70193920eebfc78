import type { CallbackArrival } from '@keepsake/contracts/exchange/callbacks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import classes from './callbacks.module.css';
import { arrivalsQuery } from './queries.ts';

/** Callbacks received by the test receiver, and whether their signatures are valid. */
export function TestReceiverPanel() {
  const { t } = useTranslation();
  const headingId = useId();
  const { data, error, refetch } = useQuery(arrivalsQuery);
  return (
    <section className={classes.log} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('callbacks.testReceiver.title')}</h2>
      <p className={panels.help}>{t('callbacks.testReceiver.about')}</p>
      {!data && !error && <RowsSkeleton />}
      {!data && error && (
        <ErrorState
          error={error}
          message={t('callbacks.testReceiver.failed')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.arrivals.length === 0 && <p className={panels.help}>{t('callbacks.testReceiver.nothingYet')}</p>}
      {data && data.arrivals.length > 0 && (
        <RowList>
          {data.arrivals.map((arrival) => (
            <Arrival key={`${arrival.callbackId} ${arrival.receivedAt}`} arrival={arrival} />
          ))}
        </RowList>
      )}
    </section>
  );
}

function Arrival({ arrival }: { arrival: CallbackArrival }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { type, receivedAt, isSignatureGood, contentType, body } = arrival;
  const signature = isSignatureGood === null ? 'unknown' : isSignatureGood ? 'good' : 'bad';
  return (
    <Row>
      <RowName order={3}>
        {t(`callbacks.type.${type?.replaceAll('.', '-')}`, { defaultValue: type ?? '?' })}
      </RowName>
      <RowDetail>
        <time dateTime={receivedAt}>{createDeviceMoment(locale)(new Date(receivedAt))}</time> · {contentType}
      </RowDetail>
      <RowDetail isFailure={signature === 'bad'}>
        {t(`callbacks.testReceiver.signature.${signature}`)}
      </RowDetail>
      <details className={classes.tries}>
        <summary>{t('callbacks.testReceiver.body')}</summary>
        <pre dir="auto">{body}</pre>
      </details>
    </Row>
  );
}
