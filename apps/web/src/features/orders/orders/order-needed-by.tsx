import { setOrderNeededBy } from '@keepsake/contracts/orders/needed-by';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NeededByLine, neededByDialog } from '#/features/orders/needed-by/index.ts';
import { call } from '#/shared/api/call.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { serverNow } from '#/shared/server-time.ts';
import classes from './order-needed-by.module.css';
import { useCareAddress } from './order-words.tsx';
import type { WholeOrder } from './queries.ts';

/** The needed date of an order, its verdict, and the options if it will be late; read-only once the order is over. */
export function OrderNeededBy({ order, isOver }: { order: WholeOrder; isOver: boolean }) {
  const { t } = useTranslation();
  const channel = useChannel();
  const { orderCode, neededBy } = order;
  const open = () =>
    neededByDialog.open({
      subject: {
        name: t('orders.order', { code: orderCode }),
        neededBy,
        timeZone: neededBy?.timeZone ?? channel.timeZone,
        tag: 'Orders',
        send: (body) => call(setOrderNeededBy, { params: { orderCode }, body }),
      },
    });
  const isAtRisk = neededBy?.verdict === 'late' || neededBy?.verdict === 'tight';
  if (isOver && !neededBy) return null;
  return (
    <div className={classes.needed}>
      {neededBy && <NeededByLine neededBy={neededBy} />}
      {isAtRisk && !isOver && <Choices order={order} />}
      {!isOver && (
        <Button variant="default" classNames={{ root: classes.set, label: classes.label }} onClick={open}>
          {t(neededBy ? 'neededBy.change' : 'neededBy.set')}
        </Button>
      )}
    </div>
  );
}

/** The available options for an order that may arrive too late. */
function Choices({ order: { orderCode, deliveryAddress, withdrawal } }: { order: WholeOrder }) {
  const { t } = useTranslation();
  const careAddress = useCareAddress(orderCode);
  const canRedirect =
    deliveryAddress?.changeableUntil != null && new Date(deliveryAddress.changeableUntil) > serverNow();
  const canWithdraw = withdrawal?.products.some(({ right }) => right.state === 'open');
  return (
    <div className={classes.choices}>
      <p>{t('neededBy.choices')}</p>
      <ul>
        {canRedirect && <li>{t('neededBy.redirect')}</li>}
        {canWithdraw && (
          <li>
            <Anchor renderRoot={(props) => <Link to="/withdrawal" search={{ orderCode }} {...props} />}>
              {t('neededBy.withdraw')}
            </Anchor>
          </li>
        )}
        <li>
          <Anchor component={ChannelLink} href={careAddress}>
            {t('neededBy.ask')}
          </Anchor>
        </li>
      </ul>
    </div>
  );
}
