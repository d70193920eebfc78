import { createFileRoute } from '@tanstack/react-router';
import { ProductsPage } from '#/features/exchange/merchandise/index.ts';
import { HelpPage, isHelpTopic } from '#/features/frame/help/index.ts';
import { type MenuEntry, NotFound } from '#/features/frame/shell/index.ts';
import { orderCodeOf } from '#/shared/search-params.ts';
import { HelpIcon } from '#/shared/ui/icons.tsx';

/** The channel's FAQ may be this page or one on its own site. */
export const faqEntry: MenuEntry = {
  key: 'faq',
  label: 'shell.faq',
  icon: <HelpIcon />,
  href: ({ faqUrl }) => faqUrl,
};

export const Route = createFileRoute('/_shell/help/$topic')({
  validateSearch: (search): { orderCode?: string } => ({ orderCode: orderCodeOf(search.orderCode) }),
  component: HelpRoute,
  staticData: { isForAnybody: true },
});

function HelpRoute() {
  const { topic } = Route.useParams();
  const { orderCode } = Route.useSearch();
  if (topic === 'products') return <ProductsPage />;
  return isHelpTopic(topic) ? <HelpPage topic={topic} orderCode={orderCode} /> : <NotFound />;
}
