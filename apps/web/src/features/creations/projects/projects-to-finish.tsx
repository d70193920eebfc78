import type { Project } from '@keepsake/contracts/creations/projects';
import type { OverviewValue } from '@keepsake/contracts/overview';
import { pictureAt } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { type DescribedPart, OverviewSection } from '#/features/frame/home/index.ts';
import { NeededByLine } from '#/features/orders/needed-by/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { ProjectIcon } from '#/shared/ui/icons.tsx';
import { RowList } from '#/shared/ui/row-list.tsx';
import { GoOnLink, useProjectName } from './project-card.tsx';
import classes from './projects-to-finish.module.css';

export const projectsPart: DescribedPart<'projects'> = {
  tag: 'Projects',
  failed: 'projects.failed',
  render: (value) => <ProjectsToFinish value={value} />,
};

/** Projects in progress, with their expiry and the link to continue. */
function ProjectsToFinish({ value: { items, total } }: { value: OverviewValue<'projects'> }) {
  const { t } = useTranslation();
  return (
    <OverviewSection
      title={t('home.toFinish')}
      note={total > items.length ? t('home.projectsCount', { count: total }) : undefined}
      more={{ to: '/saved-projects', label: t('home.allProjects') }}
    >
      <RowList>
        {items.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </RowList>
    </OverviewSection>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const nameOf = useProjectName();
  const { title, product, pictureUrl, changedAt, keptUntil, neededBy } = project;
  return (
    <li className={classes.row}>
      <span className={classes.picture}>
        {pictureUrl ? <img src={pictureAt(pictureUrl, 300)} alt="" /> : <ProjectIcon size={28} />}
      </span>
      <div className={classes.text}>
        <h3 className={classes.name} dir="auto">
          {nameOf(project)}
        </h3>
        {title && product && <p>{product}</p>}
        <p>
          {keptUntil
            ? t('projects.keptUntil', { date: formatDate(keptUntil, locale, timeZone) })
            : t('projects.changedOn', { date: formatDate(changedAt, locale, timeZone) })}
        </p>
        {neededBy && <NeededByLine neededBy={neededBy} />}
      </div>
      <GoOnLink project={project} className={classes.goOn} />
    </li>
  );
}
