import { type DemoProduct, placeDemoOrder } from '@keepsake/contracts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { formatPrice } from '#/shared/format/numbers.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import { DialogAlert } from '#/shared/ui/dialog/dialog-parts.tsx';
import { FormatChoice } from './format-choice.tsx';
import classes from './order-panel.module.css';
import { QuantityField } from './quantity-field.tsx';

type Props = {
  order: { tempSelectionId: string; channel: string };
  photosCount: number;
  shop: { currency: string; products: readonly DemoProduct[] };
  product: DemoProduct;
  /** What is to be known of the photos at this size. */
  warning: ReactNode;
  onProduct: (code: string) => void;
};

/** Size, number and price of the prints, and the order. */
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
    // Going back from the confirmation does not lead to an order that is placed already.
    onSuccess: ({ orderCode }) =>
      navigate({ to: '/demo-shop/ordered', search: { orderCode }, replace: true }),
  });
}

/** The selection has become an order before, of another size or number. */
function isOrdered(error: Error): boolean {
  return error instanceof ApiProblem && error.status === 409;
}
