import { Button } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProjectsPage } from '#/features/creations/projects/index.ts';
import { CutOffNotice, ProductRange } from '#/features/exchange/merchandise/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { VoucherHint } from '#/features/orders/vouchers/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { ProjectIcon } from '#/shared/ui/icons.tsx';

export const projectsEntry: MenuEntry = {
  key: 'saved-projects',
  label: 'shell.savedProjects',
  icon: <ProjectIcon />,
  to: '/saved-projects',
};

export const Route = createFileRoute('/_shell/saved-projects')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: ProjectsRoute,
  staticData: { heading: { text: 'projects.title' } },
});

function ProjectsRoute() {
  const { t } = useTranslation();
  return (
    <ProjectsPage
      page={Route.useSearch().page}
      notice={(articles) => <CutOffNotice articles={articles} />}
      productRange={<ProductRange />}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/vouchers" {...props} />}>
          {t('vouchers.title')}
        </Button>
      }
      hintOf={(project) => <VoucherHint project={project} />}
    />
  );
}
