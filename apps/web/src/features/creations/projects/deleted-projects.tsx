import type { Project } from '@keepsake/contracts/creations/projects';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber, useLocale } from '#/shared/format.ts';
import { Row, RowDetail, RowList, RowName } from '#/shared/ui/row-list.tsx';
import { useProjectName, useRestoreProject } from './project-card.tsx';
import classes from './projects-page.module.css';

/** Deleted projects that can be restored, collapsed behind a line with their number. */
export function DeletedProjects({ projects }: { projects: readonly Project[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (projects.length === 0) return null;
  return (
    <details className={classes.deleted}>
      <summary className={classes.summary}>
        <h2 className={classes.deletedTitle}>{t('projects.recentlyDeleted')}</h2>{' '}
        <span className={classes.count}>{formatNumber(projects.length, locale)}</span>
      </summary>
      <p className={classes.hint}>{t('projects.deletedHint')}</p>
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
  const locale = useLocale();
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
        <RowDetail>{t('projects.restorableUntil', { date: formatDate(restorableUntil, locale) })}</RowDetail>
      )}
    </Row>
  );
}
