import { type DemoProduct, placeDemoOrder } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { formatPrice, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/modal.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './order-panel.module.css';

type Props = {
  order: { tempSelectionId: string; channel: string };
  photosCount: number;
  shop: { currency: string; products: readonly DemoProduct[] };
  product: DemoProduct;
  /** Shown below the sizes. */
  warning: ReactNode;
  onProduct: (code: string) => void;
};

/** Chooses size and quantity, shows the price and places the order. */
export function OrderPanel({ order, photosCount, shop, product, warning, onProduct }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [quantity, setQuantity] = useState(1);
  const { mutate, isPending, error } = usePlaceOrder();
  const prints = quantity * photosCount;
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ ...order, productCode: product.code, quantity });
      }}
    >
      <FormatChoice shop={shop} chosen={product.code} onChoose={onProduct} />
      {warning}
      <QuantityField quantity={quantity} onChange={setQuantity} />
      <p className={classes.total}>
        <span>{t('demoShop.prints', { count: prints })}</span>
        <strong>{formatPrice(prints * product.price, shop.currency, locale)}</strong>
      </p>
      {error && <DialogAlert>{isOrdered(error) ? t('demoShop.ordered') : t('demoShop.failed')}</DialogAlert>}
      <Button type="submit" size="md" loading={isPending}>
        {t('demoShop.place')}
      </Button>
    </form>
  );
}

function usePlaceOrder() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: { tempSelectionId: string; channel: string; productCode: string; quantity: number }) =>
      call(placeDemoOrder, { body }),
    meta: { action: 'PLACE_DEMO_ORDER', invalidates: ['Storage', 'Orders'] },
    // Going back from the confirmation must not lead to an order that has been placed.
    onSuccess: ({ orderCode }) =>
      navigate({ to: '/demo-shop/ordered', search: { orderCode }, replace: true }),
  });
}

/** Whether the selection has been ordered before, in another size or quantity. */
function isOrdered(error: Error): boolean {
  return error instanceof ApiProblem && error.status === 409;
}

type FormatChoiceProps = {
  shop: { currency: string; products: readonly DemoProduct[] };
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

const MAX_QUANTITY = 99;

type QuantityProps = { quantity: number; onChange: (quantity: number) => void };

/** Chooses the number of prints of each photo. */
function QuantityField({ quantity, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <fieldset className={classes.field} aria-labelledby={labelId} data-repeats>
      <span id={labelId} className={classes.label}>
        {t('demoShop.quantity')}
      </span>
      <Button
        variant="default"
        aria-label={t('demoShop.fewer')}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </Button>
      <output className={classes.number}>{quantity}</output>
      <Button
        variant="default"
        aria-label={t('demoShop.more')}
        disabled={quantity >= MAX_QUANTITY}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </Button>
    </fieldset>
  );
}
