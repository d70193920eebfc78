import type { OnlineProduct } from '@keepsake/contracts/creations/online-products';
import { useTranslation } from 'react-i18next';

type Named = Pick<OnlineProduct, 'title' | 'product' | 'kind'>;

/** The name of a product: the customer's own title, or else its description. */
export function useNameProduct(): (product: Named) => string {
  const { t } = useTranslation();
  return ({ title, product, kind }) => title ?? product ?? t(`onlineProducts.kinds.${kind}`);
}
