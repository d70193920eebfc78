import { deleteProject, type Project, restoreProject } from '@keepsake/contracts/creations/projects';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#/shared/api/call.ts';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useIsBlocked } from '#/shared/customer-query.ts';
import { formatDate } from '#/shared/format.ts';
import { DeleteIcon, ProjectIcon } from '#/shared/ui/icons.tsx';
import card from '#/shared/ui/picture-card.module.css';
import { PictureCardSkeleton } from '#/shared/ui/picture-card-skeleton.tsx';
import { closeToast, showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './project-card.module.css';
import { ProjectNeededBy } from './project-needed-by.tsx';

/** The name of a project: the customer's own title, or else its product. */
export function useProjectName(): (project: Pick<Project, 'title' | 'product'>) => string {
  const { t } = useTranslation();
  return ({ title, product }) => title ?? product ?? t('projects.unnamed');
}

/** A project in the list: picture, product, expiry, and the link to continue. */
export function ProjectCard({ project, hint }: { project: Project; hint?: ReactNode }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const nameOf = useProjectName();
  const { title, product, pagesCount, photosCount, missingPhotosCount, changedAt, keptUntil } = project;
  const size = [
    pagesCount === null ? null : t('projects.pagesCount', { count: pagesCount }),
    photosCount === 0 ? null : t('projects.photosCount', { count: photosCount }),
  ].filter((detail) => detail !== null);
  return (
    <li className={card.card}>
      <ProjectPicture project={project} />
      <div className={card.text}>
        <h2 className={card.name} dir="auto">
          {nameOf(project)}
        </h2>
        {title && product && <p>{product}</p>}
        {size.length > 0 && <p>{size.join(' · ')}</p>}
        <p>{t('projects.changedOn', { date: formatDate(changedAt, locale, timeZone) })}</p>
        {keptUntil && <p>{t('projects.keptUntil', { date: formatDate(keptUntil, locale, timeZone) })}</p>}
        {hint}
        <ProjectNeededBy project={project} name={nameOf(project)} />
        {missingPhotosCount > 0 && (
          <p className={classes.missing}>{t('projects.missing', { count: missingPhotosCount })}</p>
        )}
      </div>
      <div className={classes.actions}>
        <GoOnLink project={project} />
        <DeleteButton project={project} />
      </div>
    </li>
  );
}

/** Continues a project in its editor, which ends in an order: absent for a customer who is blocked. */
export function GoOnLink({ project, className }: { project: Project; className?: string | undefined }) {
  const { t } = useTranslation();
  const nameOf = useProjectName();
  if (useIsBlocked()) return null;
  return (
    <Button
      variant="light"
      className={className}
      renderRoot={(props) => <ChannelLink {...props} href={project.continueUrl} />}
    >
      {t('projects.goOn')} <VisuallyHidden>{nameOf(project)}</VisuallyHidden>
    </Button>
  );
}

/** Deletes a project; it can be restored from the toast and from the list of deleted projects [PRJ-02]. */
function DeleteButton({ project }: { project: Project }) {
  const { t } = useTranslation();
  const nameOf = useProjectName();
  const restore = useRestoreProject();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteProject, { params: { projectId: project.id } }),
    meta: { action: 'DELETE_PROJECT', invalidates: ['Projects', 'Storage'] },
    onSuccess() {
      const toast = showToast({
        message: t('projects.deleted', { name: nameOf(project) }),
        action: {
          label: t('projects.undo'),
          run() {
            closeToast(toast);
            restore(project);
          },
        },
      });
    },
    onError: () => showToast({ message: t('projects.deleteFailed'), tone: 'failure' }),
  });
  return (
    <button
      type="button"
      className={classes.delete}
      onClick={() => mutate()}
      disabled={isPending}
      aria-label={t('projects.deleteOne', { name: nameOf(project) })}
    >
      <DeleteIcon size={18} />
      {t('projects.delete')}
    </button>
  );
}

/** The picture of a project, or an icon. Decorative, because its name is beside it. */
function ProjectPicture({ project: { pictureUrl } }: { project: Project }) {
  return (
    <span className={`${card.picture} ${classes.picture}`}>
      {pictureUrl ? (
        <img src={pictureAt(pictureUrl, 800)} alt="" loading="lazy" />
      ) : (
        <ProjectIcon size={40} />
      )}
    </span>
  );
}

/** Placeholder for a card. */
export function CardSkeleton() {
  return (
    <PictureCardSkeleton classes={classes}>
      <div className={classes.actions}>
        <Skeleton h={40} w={96} />
      </div>
    </PictureCardSkeleton>
  );
}

/** Restores a deleted project. */
export function useRestoreProject(): (project: Pick<Project, 'id'>) => void {
  const { t } = useTranslation();
  const { mutate } = useMutation({
    mutationFn: (projectId: string) => call(restoreProject, { params: { projectId } }),
    meta: { action: 'RESTORE_PROJECT', invalidates: ['Projects', 'Storage'] },
    onSuccess: () => showToast({ message: t('projects.restored'), tone: 'success' }),
    onError: () => showToast({ message: t('projects.restoreFailed'), tone: 'failure' }),
  });
  return ({ id }) => mutate(id);
}
