import { getOrderLists, ORDER_LIST_LIMITS, type OrderList } from '@keepsake/contracts/business/order-lists';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { PagedList, pagedQuery } from '#/shared/paged-list.tsx';
import panels from '#/shared/ui/panels.module.css';
import { Row, RowDetail, RowList, RowName, RowsSkeleton } from '#/shared/ui/row-list.tsx';
import classes from './integration.module.css';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    OrderLists: unknown;
  }
}

const orderListsQuery = pagedQuery({
  queryKey: ['OrderLists'],
  meta: { action: 'LOAD_ORDER_LISTS' },
  load: (cursor, signal) => call(getOrderLists, { query: { cursor } }, { signal }),
});

/** The customer's files with the outcome of each line, newest first. */
export function OrderLists() {
  const { t } = useTranslation();
  const headingId = useId();
  const list = useInfiniteQuery(orderListsQuery);
  return (
    <section className={classes.lists} aria-labelledby={headingId}>
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
      <ul className={classes.rules}>
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
