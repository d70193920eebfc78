import type { MerchandiseArticle } from '@keepsake/contracts/exchange/merchandise';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { useLocale } from '#/shared/format.ts';
import { ProductDrawing } from '#/shared/ui/product-drawing.tsx';
import classes from './product-range.module.css';
import { merchandiseQuery, useCutOffs } from './queries.ts';

/** The brand's range by product type, for pages that are still empty. Renders nothing until it is known, nor for who is blocked. */
export function ProductRange() {
  const { t } = useTranslation();
  const { id, productsUrl } = useChannel();
  const { data, isPending, failureCount, fetchStatus } = useQuery(merchandiseQuery(id));
  const { isAwaited } = useCutOffs();
  const isBlocked = useIsBlocked();
  const visible = data?.Articles.filter(({ Visible }) => Visible) ?? [];
  // Holds back the content below, so that it and the cut-off above do not appear one after the other.
  if (isAwaited || (isPending && failureCount === 0 && fetchStatus !== 'paused'))
    return <span hidden data-waiting />;
  if (!data || visible.length === 0 || isBlocked) return null;
  return (
    <ul className={classes.types} aria-label={t('products.sold')}>
      {[...Map.groupBy(visible, ({ ArticleType }) => ArticleType)].map(([type, articles]) => (
        <ProductType key={type} type={type} articles={articles} currency={data.Currency} page={productsUrl} />
      ))}
    </ul>
  );
}

type Props = {
  type: string;
  articles: readonly MerchandiseArticle[];
  currency: string;
  /** The page with the whole range. */
  page: string;
};

function ProductType({ type, articles, currency, page }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const lowest = Math.min(...articles.map((article) => lowestPriceOf(article).lowest));
  const links = articles.flatMap(({ Links }) => Links);
  const urlOf = (relation: string) => links.find(({ Relation }) => Relation === relation)?.Url;
  return (
    <li>
      <ChannelLink className={classes.type} href={urlOf('order') ?? urlOf('details') ?? page}>
        <ProductDrawing articleType={type} size={28} />
        <span>{t(`products.types.${type}`, { defaultValue: type })}</span>
        <span className={classes.price}>
          {t('products.from', { price: formatPrice(lowest, currency, locale) })}
        </span>
      </ChannelLink>
    </li>
  );
}

/** The price with the cheapest option of each group, and whether any option costs more. */
export function lowestPriceOf({ Price, Pages, Sizes, Papers, Frames, Covers }: MerchandiseArticle) {
  const surcharges = [Sizes, Papers, Frames, Covers]
    .filter((options) => options.length > 0)
    .map((options) => options.map(({ Surcharge }) => Surcharge));
  const least = surcharges.reduce((sum, group) => sum + Math.min(...group), 0);
  const isVaried = surcharges.some((group) => Math.max(...group) > Math.min(...group));
  return { lowest: Price + least, isLowest: isVaried || (Pages?.PricePerExtra ?? 0) > 0 };
}
