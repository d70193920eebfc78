import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { createMomentInSentence } from '#/shared/format.ts';
import lone from '#/shared/ui/lone-link.module.css';
import type { ReorderStatus } from './queries.ts';
import classes from './reorder-state.module.css';

/** The state of a reorder: waiting for the shop, placed, or refused. */
export function ReorderState({ reorder }: { reorder: ReorderStatus['reorders'][number] }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const formatMoment = createMomentInSentence(locale, timeZone);
  const { state, requestedAt, orderCode, paymentUrl, refusal } = reorder;
  const at = new Date(requestedAt);
  const sentences = {
    sent: () => t('orders.reorder.state.sent', { date: formatMoment(at) }),
    ordered: () => t('orders.reorder.state.ordered', { date: formatMoment(at) }),
    unreached: () => t('orders.reorder.state.unreached', { date: formatMoment(at) }),
    refused: () => t('orders.reorder.state.refused', { date: formatMoment(at) }),
  };
  return (
    <div className={classes.state} data-state={state}>
      <p>{sentences[state]()}</p>
      {refusal && <p>{refusal}</p>}
      {orderCode && (
        <p className={classes.actions}>
          <NewOrderLink orderCode={orderCode} />
          {paymentUrl && (
            <Button renderRoot={(props) => <ChannelLink href={paymentUrl} {...props} />}>
              {t('orders.pay')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** Link to the order resulting from a reorder. */
export function NewOrderLink({ orderCode }: { orderCode: string }) {
  const { t } = useTranslation();
  return (
    <Link className={lone.link} to="/orders/$orderCode" params={{ orderCode }}>
      {t('orders.reorder.newOrder', { code: orderCode })}
    </Link>
  );
}
