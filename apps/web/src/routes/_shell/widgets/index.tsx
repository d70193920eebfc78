import { createFileRoute } from '@tanstack/react-router';
import { WidgetsPage } from '#/features/creations/widgets/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { ShareIcon } from '#/shared/ui/icons.tsx';

export const widgetsEntry: MenuEntry = {
  key: 'widgets',
  label: 'shell.widgets',
  icon: <ShareIcon />,
  to: '/widgets',
  audience: 'consumers',
};

export const Route = createFileRoute('/_shell/widgets/')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: WidgetsRoute,
  staticData: { heading: { text: 'widgets.title' } },
});

function WidgetsRoute() {
  return <WidgetsPage page={Route.useSearch().page} />;
}
