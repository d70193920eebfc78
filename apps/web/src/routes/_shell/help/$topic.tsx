import { createFileRoute } from '@tanstack/react-router';
import { ProductsPage } from '#/features/exchange/merchandise/index.ts';
import { HelpPage, isHelpTopic } from '#/features/frame/help/index.ts';
import { NotFound } from '#/features/frame/shell/index.ts';
import { orderCodeOf } from '#/shared/search-params.ts';
import { HelpIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/help/$topic')({
  validateSearch: (search): { orderCode?: string } => ({ orderCode: orderCodeOf(search.orderCode) }),
  component: HelpRoute,
  staticData: {
    isForAnybody: true,
    menu: {
      group: 'account',
      rank: 2,
      label: 'shell.faq',
      icon: <HelpIcon />,
      // This page, or one on the channel's own site.
      href: ({ faqUrl }) => faqUrl,
    },
  },
});

function HelpRoute() {
  const { topic } = Route.useParams();
  const { orderCode } = Route.useSearch();
  if (topic === 'products') return <ProductsPage />;
  return isHelpTopic(topic) ? <HelpPage topic={topic} orderCode={orderCode} /> : <NotFound />;
}
