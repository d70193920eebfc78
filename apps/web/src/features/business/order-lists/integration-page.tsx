import {
  getOrderListInstructions,
  getOrderLists,
  ORDER_LIST_LIMITS,
  type OrderList,
} from '@keepsake/contracts/business/order-lists';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { PagedList, pagedQuery } from '#/shared/paged-list.tsx';
import { saveText } from '#/shared/take-text.ts';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import lone from '#/shared/ui/lone-link.module.css';
import { Page } from '#/shared/ui/page.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    OrderListInstructions: unknown;
    OrderLists: unknown;
  }
}

type Instructions = ResponseOf<typeof getOrderListInstructions>;

const instructionsQuery = queryOptions({
  queryKey: ['OrderListInstructions'],
  queryFn: ({ signal }) => call(getOrderListInstructions, {}, { signal }),
});

const orderListsQuery = pagedQuery({
  queryKey: ['OrderLists'],
  load: (cursor, signal) => call(getOrderLists, { query: { cursor } }, { signal }),
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
          <Link className={lone.link} to="/settings/b2b/callbacks">
            {t('integration.callbacks')}
          </Link>
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
      <dl>
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
      <dl>
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
      <ul className={panels.items}>
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
        <a className={lone.link} href="/schemas/orders.xsd">
          orders.xsd
        </a>
      </div>
    </section>
  );
}

/** The customer's files with the outcome of each line, newest first. */
function OrderLists() {
  const { t } = useTranslation();
  const headingId = useId();
  const list = useInfiniteQuery(orderListsQuery);
  return (
    <section className={panels.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('integration.lists')}</h2>
      <PagedList list={list} failed={t('integration.listsFailed')}>
        {(pages) => {
          if (!pages) return <RowsSkeleton />;
          const found = pages.flatMap(({ lists }) => lists);
          if (found.length === 0) return <p className={panels.help}>{t('integration.noneYet')}</p>;
          return (
            <RowList>
              {found.map((each) => (
                <Line key={each.id} list={each} />
              ))}
            </RowList>
          );
        }}
      </PagedList>
    </section>
  );
}

function Line({ list: { name, state, isRepeat, receivedAt, orders, faults } }: { list: OrderList }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <Row>
      <RowName order={3}>{name}</RowName>
      <RowDetail>
        <time dateTime={receivedAt}>{createDeviceMoment(locale)(new Date(receivedAt))}</time>
      </RowDetail>
      <RowDetail isFailure={state === 'rejected'}>
        {t(isRepeat ? 'integration.state.repeat' : `integration.state.${state}`)}
      </RowDetail>
      <ul className={panels.items}>
        {faults.map(({ line, reference, code, value }) => (
          <li key={`${line} ${reference} ${code} ${value}`}>
            {line !== null && `${t('integration.line', { line })} · `}
            {reference && `${reference} · `}
            {t(`integration.fault.${code}`, { value: value ?? '', ...ORDER_LIST_LIMITS })}
          </li>
        ))}
        {orders.map(({ reference, orderCode }) => (
          <li key={orderCode}>
            {reference} ·{' '}
            <Link to="/orders/$orderCode" params={{ orderCode }}>
              {orderCode}
            </Link>
          </li>
        ))}
      </ul>
    </Row>
  );
}
