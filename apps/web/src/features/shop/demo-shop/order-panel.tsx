import { type ChosenOptions, optionsMade, surchargeOf } from '@keepsake/contracts/creations/article-options';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { type DemoProduct, type getDemoShop, placeDemoOrder } from '@keepsake/contracts/shop/demo-shop';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import { type Delivery, DeliveryChoice } from './delivery-choice.tsx';
import classes from './order-panel.module.css';
import { FormatChoice, OptionsChoice, QuantityField, withinSteps } from './product-choice.tsx';
import type { ProjectSaving } from './project-saver.ts';
import { useVoucher, VoucherField } from './voucher-field.tsx';

/** Text keys per kind of order. */
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
  books: {
    quantity: 'demoShop.book.quantity',
    fewer: 'demoShop.book.fewer',
    more: 'demoShop.book.more',
    count: 'demoShop.book.count',
  },
} as const;

export type Offer = Pick<ResponseOf<typeof getDemoShop>, 'currency' | 'delivery'> & {
  products: readonly DemoProduct[];
};

/** The article types as vouchers name them. */
const ARTICLE_TYPES = { prints: 'Print', frames: 'Frame', books: 'PhotoBook' } as const;

/** What is ordered: prints of a selection, a project, or frames without either. */
export type OrderSource = {
  what: keyof typeof TEXTS;
  tempSelectionId?: string;
  projectCode?: string;
  channel: string;
};
export type Choice = Delivery & {
  productCode: string;
  quantity: number;
  options?: ChosenOptions | undefined;
};

type Props = {
  order: OrderSource;
  /** Number of items per unit of quantity: the photos of a selection. */
  perQuantity?: number;
  shop: Offer;
  choice: Choice;
  /** Shown below the sizes. */
  warning?: ReactNode;
  /** Flushed before ordering and stopped afterwards. */
  saving?: Pick<ProjectSaving, 'flush' | 'stop'>;
  /** Message saying why it cannot be ordered as it is. */
  obstacle?: string | null;
  onChoice: (choice: Choice) => void;
};

/** Chooses size, quantity and delivery, shows the price, and places the order, once per press. */
export function OrderPanel({ perQuantity = 1, saving, obstacle = null, ...panel }: Props) {
  const { t } = useTranslation();
  const { order, shop, choice } = panel;
  const { mutate, isPending, error } = usePlaceOrder(saving);
  const priced = usePrice(panel, perQuantity);
  const { takenOff } = priced.voucher;
  const { form } = useForm({
    initial: choice,
    faultsOf: () => [],
    unsaved: 'forgettable',
    onSubmit: () => mutate(bodyOf(order, choice, priced)),
  });
  return (
    <form {...form} className={classes.panel}>
      <Choices {...panel} product={priced.product} quantity={priced.quantity} />
      <VoucherField chosen={priced.voucher} />
      <Amounts {...priced} what={order.what} currency={shop.currency} />
      {error && <DialogAlert error={error}>{t(textOf(error, takenOff > 0))}</DialogAlert>}
      {obstacle && <DialogAlert error={null}>{obstacle}</DialogAlert>}
      <Button type="submit" size="md" loading={isPending} disabled={obstacle !== null}>
        {t('orders.reorder.place')}
      </Button>
    </form>
  );
}

type Chosen = Pick<Props, 'order' | 'shop' | 'choice'>;
type Priced = ReturnType<typeof usePrice>;

/** The chosen product and what the order costs, in minor units. */
function usePrice({ order, shop, choice }: Chosen, perQuantity: number) {
  const { productCode, deliveryType, options } = choice;
  const product = shop.products.find(({ code }) => code === productCode);
  const quantity = product ? withinSteps(choice.quantity, product.quantity) : choice.quantity;
  const count = quantity * perQuantity;
  const amount = product ? count * (product.price + surchargeOf(product.options, options)) : 0;
  const voucher = useVoucher({
    channel: order.channel,
    currency: shop.currency,
    article: productCode,
    articleType: ARTICLE_TYPES[order.what],
    price: amount,
  });
  const { charge } = shop.delivery[deliveryType === 'Home' ? 'home' : 'pickupPoint'];
  return { product, quantity, count, amount, voucher, charge };
}

function bodyOf(
  { what, ...source }: OrderSource,
  choice: Choice,
  priced: Priced,
): BodyOf<typeof placeDemoOrder> {
  const { productCode, quantity: _requested, options, ...delivery } = choice;
  const { product, quantity, voucher } = priced;
  const code = voucher.verdict?.isUsable ? { voucher: voucher.voucher?.code } : {};
  const made = product && what !== 'books' ? { options: offeredOf(product, options) } : {};
  return { ...source, productCode, quantity, ...made, ...sentOf(delivery), ...code };
}

type ChoicesProps = Chosen & Pick<Props, 'warning' | 'onChoice'> & Pick<Priced, 'product' | 'quantity'>;

function Choices({ order, shop, choice, warning, onChoice, product, quantity }: ChoicesProps) {
  const { productCode, quantity: requested, options, ...delivery } = choice;
  const change = (changed: Partial<Choice>) => onChoice({ ...choice, ...changed });
  return (
    <>
      <FormatChoice shop={shop} chosen={productCode} onChoose={(code) => change({ productCode: code })} />
      {warning}
      {product && (
        <>
          <OptionsChoice
            product={product}
            currency={shop.currency}
            chosen={options}
            onChoose={(next) => change({ options: next })}
          />
          <QuantityField
            texts={TEXTS[order.what]}
            quantity={quantity}
            steps={product.quantity}
            onChange={(next) => change({ quantity: next })}
          />
        </>
      )}
      <DeliveryChoice
        shop={shop}
        chosen={delivery}
        onChoose={(next) => onChoice({ productCode, quantity: requested, options, ...next })}
      />
    </>
  );
}

type AmountsProps = Pick<Priced, 'count' | 'amount' | 'charge' | 'voucher'> &
  Pick<OrderSource, 'what'> &
  Pick<Offer, 'currency'>;

function Amounts({ count, amount, charge, voucher: { takenOff }, what, currency }: AmountsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const price = (minorUnits: number) => formatPrice(minorUnits, currency, locale);
  return (
    <dl className={classes.amounts}>
      <div>
        <dt>{t(TEXTS[what].count, { count })}</dt>
        <dd>{price(amount)}</dd>
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
        <dd>{price(amount - takenOff + charge)}</dd>
      </div>
    </dl>
  );
}

/** Keeps only those chosen options that this size offers. */
const offeredOf = ({ options }: DemoProduct, chosen: ChosenOptions | undefined): ChosenOptions =>
  Object.fromEntries(optionsMade(options, chosen).map(({ group, id }) => [group, id]));

/** A typed address is dropped for a pick-up point. */
const sentOf = ({ deliveryType, ...home }: Delivery): Delivery =>
  deliveryType === 'Home' ? { deliveryType, ...home } : { deliveryType };

function usePlaceOrder(saving: Props['saving']) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof placeDemoOrder>, press) => {
      // Only a project must be saved before ordering; prints of a selection are ordered as chosen.
      if (saving && !(await saving.flush()) && body.projectCode) throw new Error('It could not be saved');
      const placed = await call(placeDemoOrder, { body }, press);
      saving?.stop();
      return placed;
    },
    // An order makes a hidden library visible again.
    meta: {
      action: 'PLACE_DEMO_ORDER',
      invalidates: ['Storage', 'Orders', 'Projects', 'Vouchers', ...PHOTO_TAGS, 'Albums'],
    },
    // Replaces the page, so that going back from the confirmation does not lead to an order already placed.
    onSuccess: ({ orderCode }) =>
      navigate({ to: '/demo-shop/ordered', search: { orderCode }, replace: true }),
  });
}

function textOf(error: Error, hasVoucher: boolean) {
  // The selection was already ordered in another size or quantity.
  if (hasCode(error, 'conflict')) return 'demoShop.ordered';
  return hasCode(error, 'invalid-request') && hasVoucher ? 'demoShop.voucherRefused' : 'demoShop.failed';
}
