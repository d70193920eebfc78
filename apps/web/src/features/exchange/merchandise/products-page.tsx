import type { MerchandiseArticle } from '@keepsake/contracts/exchange/merchandise';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChannelLink, ShopLink, useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { useFlag } from '#/shared/flags.tsx';
import { useLocale } from '#/shared/format.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { ProductDrawing } from '#/shared/ui/product-drawing.tsx';
import { CutOffNotice } from './cut-off-notice.tsx';
import { lowestPriceOf } from './product-range.tsx';
import classes from './products-page.module.css';
import { merchandiseQuery } from './queries.ts';

/** The brand's range, for anybody, where the retailer has no product pages of its own. */
export function ProductsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(merchandiseQuery(useChannel().id));
  const visible = data?.Articles.filter(({ Visible }) => Visible) ?? [];
  const types = Map.groupBy(visible, ({ ArticleType }) => ArticleType);
  const isKnown = data !== undefined;
  return (
    <Page title={t('help.products.title')} actions={visible.length > 0 && <WaysToOrder />}>
      {!isKnown && error && (
        <ErrorState error={error} message={t('products.failed')} onRetry={() => void refetch()} />
      )}
      {!isKnown && !error && <ProductsSkeleton />}
      {isKnown && visible.length === 0 && <EmptyState>{t('products.empty')}</EmptyState>}
      {[...types].map(([type, articles]) => (
        <Section key={type} type={type} articles={articles} currency={data?.Currency ?? ''} />
      ))}
    </Page>
  );
}

/** Two ways to order: from photos, or from the shop. */
function WaysToOrder() {
  const { t } = useTranslation();
  const isBlocked = useIsBlocked();
  const hasPhotos = useFlag('PhotoManagementTimelineViewEnabled') && !isBlocked;
  const hasShop = useShopUrl() !== null;
  return (
    <div className={classes.ways}>
      {hasPhotos && (
        <Button renderRoot={(props) => <Link to="/my-photos/photos" {...props} />}>
          {t('orders.choosePhotos')}
        </Button>
      )}
      {hasShop && (
        <Button variant={hasPhotos ? 'default' : 'filled'} renderRoot={(props) => <ShopLink {...props} />}>
          {t('products.toShop')}
        </Button>
      )}
    </div>
  );
}

type SectionProps = { type: string; articles: readonly MerchandiseArticle[]; currency: string };

/** The articles of one type, drawn to one scale. */
function Section({ type, articles, currency }: SectionProps) {
  const { t } = useTranslation();
  const longest = Math.max(...articles.map(({ PageWidth, PageHeight }) => Math.max(PageWidth, PageHeight)));
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t(`products.types.${type}`, { defaultValue: type })}</h2>
      <CutOffNotice articles={articles.map(({ ID }) => ID)} />
      <ul className={classes.articles}>
        {articles.map((article) => (
          <ArticleCard key={article.ID} article={article} longest={longest} currency={currency} />
        ))}
      </ul>
    </section>
  );
}

type CardProps = { article: MerchandiseArticle; longest: number; currency: string };

function ArticleCard({ article, longest, currency }: CardProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { lowest, isLowest } = lowestPriceOf(article);
  const price = formatPrice(lowest, currency, locale);
  const details = article.Links.find(({ Relation }) => Relation === 'details');
  return (
    <li className={classes.article}>
      <ArticleDrawing article={article} longest={longest} />
      <h3 className={classes.name}>
        {details ? <ChannelLink href={details.Url}>{article.Title}</ChannelLink> : article.Title}
      </h3>
      <p className={classes.price}>{isLowest ? t('products.from', { price }) : price}</p>
      <Details article={article} />
    </li>
  );
}

/** The available options, one line per group. */
function Details({ article }: { article: MerchandiseArticle }) {
  const { t } = useTranslation();
  const { Pages, Sizes, Papers, Frames, Covers, QuantitySteps } = article;
  const groups = { Sizes, Papers, Frames, Covers };
  const fields = Object.entries(groups)
    .filter(([, options]) => options.length > 0)
    .map(([group, options]) =>
      t(`products.options.${group}`, { list: options.map(({ Title }) => Title).join(', ') }),
    );
  if (Pages) fields.unshift(t('products.pages', { from: Pages.Included, to: Pages.Maximum }));
  if (QuantitySteps.Step > 1) fields.push(t('products.steps', { count: QuantitySteps.Step }));
  return fields.map((detail) => (
    <p key={detail} className={classes.detail}>
      {detail}
    </p>
  ));
}

function ProductsSkeleton() {
  return (
    <ul className={classes.articles} aria-busy="true">
      {['1', '2', '3', '4'].map((place) => (
        <li key={place} className={classes.article}>
          <Skeleton height={214} />
        </li>
      ))}
    </ul>
  );
}

/** Types whose shape is all there is to see; the others have a drawing, as in orders. */
const DRAWN_TO_SCALE = ['Print', 'PhotoBook', 'Frame'];
/** Longest edge of the largest article, in pixels. */
const LONGEST_PX = 116;

type DrawingProps = {
  article: Pick<MerchandiseArticle, 'ArticleType' | 'PageWidth' | 'PageHeight'>;
  /** Longest edge among the articles drawn to the same scale, in millimetres. */
  longest: number;
};

/** An article to scale: a print, a book with its spine, or a framed picture; of another type, its drawing. */
function ArticleDrawing({ article: { ArticleType, PageWidth, PageHeight }, longest }: DrawingProps) {
  if (!DRAWN_TO_SCALE.includes(ArticleType)) {
    return (
      <span className={classes.drawing} data-drawn={ArticleType}>
        <ProductDrawing articleType={ArticleType} size={72} />
      </span>
    );
  }
  const scale = LONGEST_PX / longest;
  const style = { '--width': `${PageWidth * scale}px`, '--height': `${PageHeight * scale}px` };
  return (
    <span className={classes.drawing}>
      <span className={classes.shape} data-type={ArticleType} style={style}>
        <svg viewBox="0 0 60 40" preserveAspectRatio="xMidYMid slice" className={classes.picture} aria-hidden>
          <circle cx="44" cy="11" r="4" />
          <path d="m-2 36 17-17 12 12 9-9 26 24v6H-2z" />
        </svg>
      </span>
    </span>
  );
}
