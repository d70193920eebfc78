import {
  type BodyOf,
  type DemoProduct,
  type getDemoShop,
  placeDemoOrder,
  type ResponseOf,
} from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { formatPrice, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { type Delivery, DeliveryChoice } from './delivery-choice.tsx';
import classes from './order-panel.module.css';
import { useVoucher, VoucherField } from './voucher-field.tsx';

/** The words for what is ordered. */
const TEXTS = {
  prints: {
    quantity: 'demoShop.quantity',
    fewer: 'demoShop.fewer',
    more: 'demoShop.more',
    count: 'demoShop.prints',
  },
  frames: {
    quantity: 'demoShop.framesQuantity',
    fewer: 'demoShop.fewerFrames',
    more: 'demoShop.moreFrames',
    count: 'demoShop.frames',
  },
} as const;

export type Offer = Pick<ResponseOf<typeof getDemoShop>, 'currency' | 'delivery'> & {
  products: readonly DemoProduct[];
};

type Props = {
  /** Prints of a selection, or frames without one. */
  order: { tempSelectionId?: string; channel: string };
  /** How many are made for each of the quantity: the photos of a selection. */
  perQuantity?: number;
  shop: Offer;
  product: DemoProduct;
  /** Shown below the sizes. */
  warning?: ReactNode;
  onProduct: (code: string) => void;
};

/** Chooses size, quantity and delivery, shows the price and places the order, once for each press. */
export function OrderPanel({ order, perQuantity = 1, shop, product, warning, onProduct }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [asked, setAsked] = useState(1);
  const quantity = withinSteps(asked, product.quantity);
  const [delivery, setDelivery] = useState<Delivery>({ deliveryType: 'Home' });
  const { mutate, isPending, error } = usePlaceOrder();
  const texts = order.tempSelectionId ? TEXTS.prints : TEXTS.frames;
  const count = quantity * perQuantity;
  const chosen = useVoucher({
    channel: order.channel,
    currency: shop.currency,
    article: product.code,
    articleType: order.tempSelectionId ? 'Print' : 'Frame',
    price: count * product.price,
  });
  const { voucher, verdict, takenOff } = chosen;
  const charge = shop.delivery[delivery.deliveryType === 'Home' ? 'home' : 'pickupPoint'].charge;
  const price = (amount: number) => formatPrice(amount, shop.currency, locale);
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        const code = verdict?.isUsable ? { voucher: voucher?.code } : {};
        mutate({ ...order, productCode: product.code, quantity, ...sentOf(delivery), ...code });
      }}
    >
      <FormatChoice shop={shop} chosen={product.code} onChoose={onProduct} />
      {warning}
      <QuantityField texts={texts} quantity={quantity} steps={product.quantity} onChange={setAsked} />
      <DeliveryChoice shop={shop} chosen={delivery} onChoose={setDelivery} />
      <VoucherField chosen={chosen} />
      <dl className={classes.amounts}>
        <div>
          <dt>{t(texts.count, { count })}</dt>
          <dd>{price(count * product.price)}</dd>
        </div>
        {takenOff > 0 && (
          <div>
            <dt>{t('demoShop.voucher')}</dt>
            <dd>{price(-takenOff)}</dd>
          </div>
        )}
        <div>
          <dt>{t('demoShop.delivery')}</dt>
          <dd>{price(charge)}</dd>
        </div>
        <div className={classes.total}>
          <dt>{t('demoShop.total')}</dt>
          <dd>{price(count * product.price - takenOff + charge)}</dd>
        </div>
      </dl>
      {error && <DialogAlert>{t(textOf(error, takenOff > 0))}</DialogAlert>}
      <Button type="submit" size="md" loading={isPending}>
        {t('demoShop.place')}
      </Button>
    </form>
  );
}

/** An address that was typed is of no use at a pick-up point. */
const sentOf = ({ deliveryType, ...home }: Delivery): Delivery =>
  deliveryType === 'Home' ? { deliveryType, ...home } : { deliveryType };

function usePlaceOrder() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: BodyOf<typeof placeDemoOrder>, press) => call(placeDemoOrder, { body }, press),
    // An order shows a hidden library again.
    meta: {
      action: 'PLACE_DEMO_ORDER',
      invalidates: ['Storage', 'Orders', 'Vouchers', ...PHOTO_TAGS, 'Albums'],
    },
    // Going back from the confirmation must not lead to an order that has been placed.
    onSuccess: ({ orderCode }) =>
      navigate({ to: '/demo-shop/ordered', search: { orderCode }, replace: true }),
  });
}

function textOf(error: Error, hasVoucher: boolean) {
  const status = error instanceof ApiProblem ? error.status : 0;
  // The selection has been ordered before, in another size or quantity.
  if (status === 409) return 'demoShop.ordered';
  return status === 400 && hasVoucher ? 'demoShop.voucherRefused' : 'demoShop.failed';
}

type FormatChoiceProps = {
  shop: Pick<Offer, 'currency' | 'products'>;
  /** Code of the chosen product. */
  chosen: string;
  onChoose: (code: string) => void;
};

/** Chooses the print size. */
function FormatChoice({ shop: { currency, products }, chosen, onChoose }: FormatChoiceProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <fieldset className={classes.formats}>
      <legend className={classes.legend}>{t('demoShop.format')}</legend>
      {products.map(({ code, width, height, price }) => (
        <label key={code} className={classes.format}>
          <input
            type="radio"
            name="format"
            value={code}
            checked={code === chosen}
            onChange={() => onChoose(code)}
          />
          <span>{t('demoShop.size', { height: height / 10, width: width / 10 })}</span>
          <span className={classes.price}>{formatPrice(price, currency, locale)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Steps = DemoProduct['quantity'];

/** The quantity of a product that is nearest to what was asked for of another one. */
function withinSteps(quantity: number, { minimum, maximum, step }: Steps): number {
  const steps = Math.round((Math.min(quantity, maximum) - minimum) / step);
  return minimum + Math.max(0, steps) * step;
}

type QuantityProps = {
  texts: (typeof TEXTS)[keyof typeof TEXTS];
  steps: Steps;
  quantity: number;
  onChange: (quantity: number) => void;
};

/** Chooses the number of prints of each photo, or of frames. */
function QuantityField({ texts, steps, quantity, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <fieldset className={classes.field} aria-labelledby={labelId} data-repeats>
      <span id={labelId} className={classes.label}>
        {t(texts.quantity)}
      </span>
      <Button
        variant="default"
        aria-label={t(texts.fewer)}
        disabled={quantity <= steps.minimum}
        onClick={() => onChange(quantity - steps.step)}
      >
        −
      </Button>
      <output className={classes.number}>{quantity}</output>
      <Button
        variant="default"
        aria-label={t(texts.more)}
        disabled={quantity >= steps.maximum}
        onClick={() => onChange(quantity + steps.step)}
      >
        +
      </Button>
    </fieldset>
  );
}
