import {
  DELETED_PROJECT_DAYS,
  PROJECTS_PAGE_SIZE,
  type Project,
} from '@keepsake/contracts/creations/projects';
import { storageStatusOf } from '@keepsake/contracts/library/retention';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeOf } from '#/features/exchange/merchandise/index.ts';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { ProductsLink, useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate, formatDayInSentence, formatNumber, useLocale } from '#/shared/format.ts';
import { useCustomer } from '#/shared/session.ts';
import { EmptyState } from '#/shared/ui/empty-state.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import { Page } from '#/shared/ui/page.tsx';
import { PageLinks } from '#/shared/ui/page-links.tsx';
import { Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import { CardSkeleton, ProjectCard, useProjectName, useRestoreProject } from './project-card.tsx';
import classes from './projects-page.module.css';
import { useProjects } from './queries.ts';

type Props = {
  /** The page requested by the address; absent: the first. */
  page?: number;
  /** The order deadline of these articles, placed below the projects so that it shifts nothing when it arrives. */
  notice?: NoticeOf;
  /** The range of products, shown if there are no projects. */
  productRange?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  /** A hint about a project, supplied by another feature. */
  hintOf?: (project: Project) => ReactNode;
};

/** Projects begun in editors and not ordered yet [RTE-18, PRJ-01]. */
export function ProjectsPage({ page = 1, notice, productRange, actions, hintOf }: Props) {
  const { t } = useTranslation();
  const { sub: accountId } = useCustomer();
  const { items, pages, total, error, isTurning, deleted, retry } = useProjects(accountId, page);
  if (error) {
    return (
      <Page title={t('projects.title')}>
        <ErrorState error={error} message={t('projects.failed')} onRetry={retry} />
      </Page>
    );
  }
  // Deleting may have emptied the current page.
  if (items && page > pages)
    return <Navigate to="." search={{ page: pages > 1 ? pages : undefined }} replace />;
  return (
    <Page title={t('projects.title')} actions={actions}>
      {items && total === 0 && <NoProjects />}
      {items && total === 0 && productRange}
      {total !== 0 && <PhotosNotice projects={items ?? []} />}
      {(!items || total > 0) && (
        <ul className={classes.cards} aria-busy={!items || isTurning}>
          {items?.map((project) => (
            <ProjectCard key={project.id} project={project} hint={hintOf?.(project)} />
          ))}
          {!items && PLACEHOLDERS.map((place) => <CardSkeleton key={place} />)}
        </ul>
      )}
      <PageLinks
        list="page"
        label={t('pages.of', { list: t('projects.title') })}
        page={page}
        pagesCount={pages}
      />
      {items && total > 0 && notice?.(items.flatMap(({ article }) => article ?? []))}
      <DeletedProjects projects={deleted} />
    </Page>
  );
}

const PLACEHOLDERS = Array.from({ length: PROJECTS_PAGE_SIZE / 2 }, (_, place) => place);

/** [PRJ-03] */
function NoProjects() {
  const { t } = useTranslation();
  const hasShop = useShopUrl() !== null;
  return (
    <EmptyState
      action={
        hasShop && <Button renderRoot={(props) => <ProductsLink {...props} />}>{t('projects.begin')}</Button>
      }
    >
      {t('projects.empty')}
    </EmptyState>
  );
}

/** Warns if the photos used in projects are about to be deleted. */
function PhotosNotice({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: account } = useQuery(storageStatusQuery());
  const hasPhotos = projects.some(({ photosCount, missingPhotosCount }) => photosCount > missingPhotosCount);
  if (!account || !hasPhotos) return null;
  const { status, deletionDate } = storageStatusOf(account);
  if (status === 'safe' || account.hidden) return null;
  return (
    <p className={classes.notice} data-urgent={status === 'critical' || undefined}>
      {t('projects.photosEnd', { date: formatDayInSentence(deletionDate, locale) })}{' '}
      <Link to="/my-photos/photos" className={classes.noticeLink}>
        {t('projects.seePhotos')}
      </Link>
    </p>
  );
}

/** Deleted projects that can be restored, collapsed behind a line with their number. */
function DeletedProjects({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (projects.length === 0) return null;
  return (
    <details className={classes.deleted}>
      <summary className={classes.summary}>
        <h2 className={classes.deletedTitle}>{t('projects.recentlyDeleted')}</h2>{' '}
        <span className={classes.count}>{formatNumber(projects.length, locale)}</span>
      </summary>
      <p className={classes.hint}>{t('projects.deletedHint', { days: DELETED_PROJECT_DAYS })}</p>
      <RowList>
        {projects.map((project) => (
          <DeletedProject key={project.id} project={project} />
        ))}
      </RowList>
    </details>
  );
}

function DeletedProject({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const nameOf = useProjectName();
  const restore = useRestoreProject();
  const name = nameOf(project);
  const { title, product, restorableUntil } = project;
  return (
    <Row
      action={
        <Button
          variant="default"
          onClick={() => restore(project)}
          aria-label={t('projects.restoreOne', { name })}
        >
          {t('projects.restore')}
        </Button>
      }
    >
      <RowName order={3}>{name}</RowName>
      {title && product && <RowDetail>{product}</RowDetail>}
      {restorableUntil && (
        <RowDetail>
          {t('projects.restorableUntil', { date: formatDate(restorableUntil, locale, timeZone) })}
        </RowDetail>
      )}
    </Row>
  );
}
