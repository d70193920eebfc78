import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { getDemoShop } from '@keepsake/contracts/shop/demo-shop';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Address } from '#/features/account/addresses/index.ts';
import { useLocale } from '#/shared/format.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import classes from './order-panel.module.css';

const addressDialog = defineDialog<{ address: PostalAddress; onChange: (address: PostalAddress) => void }>(
  'demo-shop-address',
  () => import('./address-dialog.tsx'),
);

export type Delivery = {
  deliveryType: 'Home' | 'PickupPoint';
  /** Absent: the home address known to the shop. */
  deliveryAddress?: PostalAddress;
};

type Props = {
  shop: Pick<ResponseOf<typeof getDemoShop>, 'currency' | 'delivery'>;
  chosen: Delivery;
  onChoose: (delivery: Delivery) => void;
};

/** Chooses the delivery: home, another address, or a pick-up point. */
export function DeliveryChoice({ shop, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { home, pickupPoint } = shop.delivery;
  const address = chosen.deliveryAddress ?? home.address;
  const isHome = chosen.deliveryType === 'Home';
  const option = (deliveryType: Delivery['deliveryType']) => ({
    shop,
    deliveryType,
    isChosen: chosen.deliveryType === deliveryType,
    onChoose: () => onChoose({ ...chosen, deliveryType }),
  });
  return (
    <fieldset className={classes.formats}>
      <legend className={classes.legend}>{t('demoShop.delivery')}</legend>
      <Option {...option('Home')} charge={home.charge} place={isHome ? [] : [address.name, address.city]} />
      {isHome && (
        <div className={classes.address}>
          <Address address={address} />
          <Button
            variant="default"
            size="xs"
            onClick={() =>
              addressDialog.open({
                address,
                onChange: (deliveryAddress) => onChoose({ deliveryType: 'Home', deliveryAddress }),
              })
            }
          >
            {t('demoShop.otherAddress')}
          </Button>
        </div>
      )}
      <Option
        {...option('PickupPoint')}
        charge={pickupPoint.charge}
        place={[pickupPoint.point.name, pickupPoint.point.address.city]}
      />
    </fieldset>
  );
}

type OptionProps = Pick<Props, 'shop'> & {
  deliveryType: Delivery['deliveryType'];
  charge: number;
  place: string[];
  isChosen: boolean;
  onChoose: () => void;
};

function Option({ shop, deliveryType, charge, place, isChosen, onChoose }: OptionProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <label className={classes.format}>
      <input type="radio" name="delivery" value={deliveryType} checked={isChosen} onChange={onChoose} />
      <span>
        {t(`demoShop.deliveryTo.${deliveryType}`)}
        {place.length > 0 && <span className={classes.place}>{place.join(', ')}</span>}
      </span>
      <span className={classes.price}>{formatPrice(charge, shop.currency, locale)}</span>
    </label>
  );
}
