import type { Widget } from '@keepsake/contracts/creations/widgets';
import { useTranslation } from 'react-i18next';

type Named = Pick<Widget, 'title' | 'productTitle' | 'product' | 'kind'>;

/** A widget's title as shown to visitors, which also names it for its customer. */
export function useNameWidget(): (widget: Named) => string {
  const { t } = useTranslation();
  return ({ title, productTitle, product, kind }) =>
    title ?? productTitle ?? product ?? t(`onlineProducts.kinds.${kind}`);
}
