import type { Widget } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';

type Named = Pick<Widget, 'title' | 'productTitle' | 'product' | 'kind'>;

/** What visitors read above the pages, by which its customer knows it, too. */
export function useNameWidget(): (widget: Named) => string {
  const { t } = useTranslation();
  return ({ title, productTitle, product, kind }) =>
    title ?? productTitle ?? product ?? t(`onlineProducts.kinds.${kind}`);
}
