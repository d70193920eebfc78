import { getOrderListInstructions, ORDER_LIST_LIMITS } from '@keepsake/contracts/business/order-lists';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { saveText } from '#/shared/take-text.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import classes from './integration.module.css';
import { OrderLists } from './order-lists.tsx';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    OrderListInstructions: unknown;
  }
}

type Instructions = ResponseOf<typeof getOrderListInstructions>;

const instructionsQuery = queryOptions({
  queryKey: ['OrderListInstructions'],
  meta: { action: 'LOAD_ORDER_LIST_INSTRUCTIONS' },
  queryFn: ({ signal }) => call(getOrderListInstructions, {}, { signal }),
});

/** Account-specific instructions for ordering by file, and the outcome of each file [RTE-23]. */
export function IntegrationPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(instructionsQuery);
  return (
    <Page title={t('integration.title')}>
      <div className={panels.parts}>
        <p className={panels.help}>{t('integration.about')}</p>
        {!data && error && (
          <ErrorState error={error} message={t('integration.failed')} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton h={260} radius="md" />}
        {data && <Access instructions={data} />}
        {data && <Files samples={data.samples} />}
        <OrderLists />
        <p>
          <Link to="/settings/b2b/callbacks">{t('integration.callbacks')}</Link>
        </p>
      </div>
    </Page>
  );
}

function Access({ instructions: { host, user } }: { instructions: Instructions }) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <section className={panels.panel} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('integration.access')}</h2>
      <dl className={classes.details}>
        <dt>{t('integration.host')}</dt>
        <dd>{host ?? t('integration.noHost')}</dd>
        <dt>{t('integration.user')}</dt>
        <dd>
          <code>{user}</code>
        </dd>
        <dt>{t('integration.password')}</dt>
        <dd>{t('integration.passwordFrom')}</dd>
      </dl>
      <h3>{t('integration.folders')}</h3>
      <dl className={classes.details}>
        {(['in', 'done', 'rejected'] as const).map((folder) => (
          <div key={folder}>
            <dt>
              <code>/{folder}</code>
            </dt>
            <dd>{t(`integration.folder.${folder}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Files({ samples }: Pick<Instructions, 'samples'>) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <section className={panels.panel} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('integration.files')}</h2>
      <ul className={classes.rules}>
        {(['name', 'encoding', 'reference', 'whole', 'wrong'] as const).map((rule) => (
          <li key={rule}>{t(`integration.rule.${rule}`, ORDER_LIST_LIMITS)}</li>
        ))}
      </ul>
      <p>{t('integration.samples')}</p>
      <div className={panels.actions}>
        {samples.map(({ format, name, text }) => (
          <Button key={format} variant="default" onClick={() => saveText(name, text)}>
            {t(`integration.download.${format}`)}
          </Button>
        ))}
        <a href="/schemas/orders.xsd">orders.xsd</a>
      </div>
    </section>
  );
}
