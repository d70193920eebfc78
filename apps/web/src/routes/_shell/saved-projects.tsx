import { Button } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProjectsPage } from '#/features/creations/projects/index.ts';
import { CutOffNotice, ProductRange } from '#/features/exchange/merchandise/index.ts';
import { VoucherHint } from '#/features/orders/vouchers/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { ProjectIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/saved-projects')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: ProjectsRoute,
  staticData: {
    heading: { text: 'projects.title' },
    menu: { group: 'photos', rank: 2, label: 'shell.savedProjects', icon: <ProjectIcon /> },
  },
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
