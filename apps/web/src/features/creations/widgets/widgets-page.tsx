import { WIDGETS_PAGE_SIZE, type Widget } from '@keepsake/contracts/creations/widgets';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import covers from '#/shared/ui/cover-card.module.css';
import { CoverCardSkeleton, CoverPicture } from '#/shared/ui/cover-card.tsx';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { BookIcon } from '#/shared/ui/icons.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PageLinks } from '#/shared/ui/page-links.tsx';
import card from '#/shared/ui/picture-card.module.css';
import { deleteWidgetDialog } from './delete-widget.ts';
import { useNameWidget, widgetsQuery } from './queries.ts';
import classes from './widgets-page.module.css';

type Props = {
  /** The page requested by the address; absent: the first. */
  page?: number;
};

/** The customer's widgets [RTE-35, WID-01]. */
export function WidgetsPage({ page = 1 }: Props) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, refetch } = useQuery(widgetsQuery(page));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / WIDGETS_PAGE_SIZE));
  if (data && page > pages)
    return <Navigate to="." search={{ page: pages > 1 ? pages : undefined }} replace />;
  const toProducts = (
    <Button renderRoot={(props) => <Link to="/online-products" {...props} />}>{t('widgets.begin')}</Button>
  );
  return (
    <Page title={t('widgets.title')}>
      {!data && error && (
        <ErrorState error={error} message={t('widgets.failed')} onRetry={() => void refetch()} />
      )}
      {data?.total === 0 && <EmptyState action={toProducts}>{t('widgets.empty')}</EmptyState>}
      {!error && data?.total !== 0 && (
        <ul className={covers.cards} aria-busy={!data || isPlaceholderData}>
          {data?.items.map((widget) => (
            <WidgetCard key={widget.widgetId} widget={widget} />
          ))}
          {!data && PLACEHOLDERS.map((place) => <CoverCardSkeleton key={place} />)}
        </ul>
      )}
      <PageLinks
        list="page"
        label={t('pages.of', { list: t('widgets.title') })}
        page={page}
        pagesCount={pages}
      />
    </Page>
  );
}

const PLACEHOLDERS = Array.from({ length: 4 }, (_, place) => place);

/** A card with the first page, name, state and actions. */
function WidgetCard({ widget }: { widget: Widget }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const name = useNameWidget()(widget);
  const { createdAt, visits } = widget;
  return (
    <li className={`${card.card} ${covers.card}`}>
      <CoverPicture cover={widget.cover} icon={<BookIcon size={40} />} />
      <div className={card.text}>
        <h2 className={card.name} dir="auto">
          {name}
        </h2>
        <State widget={widget} />
        <p>
          {t('widgets.visits', { count: visits })} · {formatDate(createdAt, locale, timeZone)}
        </p>
      </div>
      <Actions widget={widget} name={name} />
    </li>
  );
}

function Actions({ widget: { productCode, isBlocked, entry }, name }: { widget: Widget; name: string }) {
  const { t } = useTranslation();
  const params = { productCode };
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        aria-label={t('widgets.changeOf', { name })}
        renderRoot={(props) => <Link to="/widgets/$productCode" params={params} {...props} />}
      >
        {t('widgets.change')}
      </Button>
      {!isBlocked && (
        <Button
          variant="default"
          aria-label={t('widgets.shareOf', { name })}
          renderRoot={(props) => <Link to="/widgets/$productCode/share" params={params} {...props} />}
        >
          {t('widgets.share')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        aria-label={t('widgets.deleteOf', { name })}
        onClick={() => deleteWidgetDialog.open({ productCode, name, isInGallery: entry !== null })}
      >
        {t('widgets.delete')}
      </Button>
    </div>
  );
}

/** Whether it can be opened, and whether it is listed in the gallery. */
function State({ widget: { isBlocked, blockedReason, entry } }: { widget: Widget }) {
  const { t } = useTranslation();
  if (isBlocked)
    return (
      <p className={classes.warning}>
        {t('widgets.blocked')} {blockedReason}
      </p>
    );
  return <p>{entry ? t(`widgets.gallery.state.${entry.state}`) : t('widgets.open')}</p>;
}
