import { createFileRoute } from '@tanstack/react-router';
import { WidgetsPage } from '#/features/creations/widgets/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { ShareIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/widgets/')({
  validateSearch: (search): { page?: number } => ({ page: pageOf(search.page) }),
  component: WidgetsRoute,
  staticData: {
    heading: { text: 'widgets.title' },
    menu: { group: 'photos', rank: 4, label: 'shell.widgets', icon: <ShareIcon />, audience: 'consumers' },
  },
});

function WidgetsRoute() {
  return <WidgetsPage page={Route.useSearch().page} />;
}
