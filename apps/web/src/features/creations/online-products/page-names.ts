import type { ProductPage } from '@keepsake/contracts/creations/online-products';
import type { Opening } from '@keepsake/contracts/creations/openings';
import { useTranslation } from 'react-i18next';

type Kind = ProductPage['kind'];

/** The name of an opening: 'Front cover', 'Page 1 of 40', 'Pages 4 and 5 of 40'. */
export function useNameOpening(total: number): (opening: Opening) => string {
  const { t } = useTranslation();
  return ({ numbers: [first, second], leaves: [leaf] }) => {
    if (first === undefined) return t(coverText(leaf?.page.kind));
    if (second === undefined) return t('onlineProducts.pageOf', { page: first, total });
    return t('onlineProducts.pagesOf', { first, second, total });
  };
}

/** The name of one of its leaves: 'Front cover', 'Page 4', 'Pages 4 and 5'. */
export function useNameLeaf(): (opening: Opening, at: number) => string {
  const { t } = useTranslation();
  return ({ numbers, leaves }, at) => {
    const [first, second] = leaves.length > 1 ? numbers.slice(at, at + 1) : numbers;
    if (first === undefined) return t(coverText(leaves[at]?.page.kind));
    if (second === undefined) return t('onlineProducts.page', { page: first });
    return t('onlineProducts.pages', { first, second });
  };
}

const coverText = (kind: Kind | undefined) =>
  kind === 'back-cover' ? 'onlineProducts.backCover' : 'onlineProducts.frontCover';
