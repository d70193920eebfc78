import { type ChosenOptions, optionsMade, surchargeOf } from '@keepsake/contracts/creations/article-options';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { type DemoProduct, type getDemoShop, placeDemoOrder } from '@keepsake/contracts/shop/demo-shop';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import { type Delivery, DeliveryChoice } from './delivery-choice.tsx';
import { OptionsChoice } from './options-choice.tsx';
import classes from './order-panel.module.css';
import type { ProjectSaving } from './use-project-saver.ts';
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
export function OrderPanel({
  order,
  perQuantity = 1,
  shop,
  choice,
  warning,
  saving,
  obstacle = null,
  onChoice,
}: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { productCode, quantity: requested, options, ...delivery } = choice;
  const product = shop.products.find(({ code }) => code === productCode);
  const quantity = product ? withinSteps(requested, product.quantity) : requested;
  const { mutate, isPending, error } = usePlaceOrder(saving);
  const { what, ...source } = order;
  const texts = TEXTS[what];
  const count = quantity * perQuantity;
  const amount = product ? count * (product.price + surchargeOf(product.options, options)) : 0;
  const chosen = useVoucher({
    channel: order.channel,
    currency: shop.currency,
    article: productCode,
    articleType: ARTICLE_TYPES[what],
    price: amount,
  });
  const { voucher, verdict, takenOff } = chosen;
  const charge = shop.delivery[delivery.deliveryType === 'Home' ? 'home' : 'pickupPoint'].charge;
  const price = (minorUnits: number) => formatPrice(minorUnits, shop.currency, locale);
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        const code = verdict?.isUsable ? { voucher: voucher?.code } : {};
        const made = product && what !== 'books' ? { options: offeredOf(product, options) } : {};
        mutate({ ...source, productCode, quantity, ...made, ...sentOf(delivery), ...code });
      }}
    >
      <FormatChoice
        shop={shop}
        chosen={productCode}
        onChoose={(code) => onChoice({ ...choice, productCode: code })}
      />
      {warning}
      {product && (
        <OptionsChoice
          product={product}
          currency={shop.currency}
          chosen={options}
          onChoose={(next) => onChoice({ ...choice, options: next })}
        />
      )}
      {product && (
        <QuantityField
          texts={texts}
          quantity={quantity}
          steps={product.quantity}
          onChange={(next) => onChoice({ ...choice, quantity: next })}
        />
      )}
      <DeliveryChoice
        shop={shop}
        chosen={delivery}
        onChoose={(next) => onChoice({ productCode, quantity, options, ...next })}
      />
      <VoucherField chosen={chosen} />
      <dl className={classes.amounts}>
        <div>
          <dt>{t(texts.count, { count })}</dt>
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
      {error && <DialogAlert>{t(textOf(error, takenOff > 0))}</DialogAlert>}
      {obstacle && <DialogAlert>{obstacle}</DialogAlert>}
      <Button type="submit" size="md" loading={isPending} disabled={obstacle !== null}>
        {t('demoShop.place')}
      </Button>
    </form>
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
  const status = error instanceof ApiProblem ? error.status : 0;
  // The selection was already ordered in another size or quantity.
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

/** The allowed quantity of a product that is nearest to the one chosen for another product. */
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

/** Chooses the number of prints per photo, or of frames. */
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
