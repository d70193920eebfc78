import { fields } from '@keepsake/contracts';
import { createFileRoute } from '@tanstack/react-router';
import { HelpPage, isHelpTopic } from '#/features/frame/help/help-page.tsx';
import { NotFound } from '#/features/frame/shell/page-failure.tsx';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { HelpIcon } from '#/shared/ui/icons.tsx';

/** The channel's FAQ may be this page or one on its own site. */
export const faqEntry: MenuEntry = {
  key: 'faq',
  label: 'shell.faq',
  icon: <HelpIcon />,
  href: ({ faqUrl }) => faqUrl,
};

export const Route = createFileRoute('/_shell/help/$topic')({
  validateSearch: ({ orderCode }): { orderCode?: string } => {
    // A code of digits alone arrives as a number.
    const { data } = fields.code.safeParse(String(orderCode ?? ''));
    return data === undefined ? {} : { orderCode: data };
  },
  component: HelpRoute,
  staticData: { isForAnybody: true },
});

function HelpRoute() {
  const { topic } = Route.useParams();
  const { orderCode } = Route.useSearch();
  return isHelpTopic(topic) ? <HelpPage topic={topic} orderCode={orderCode} /> : <NotFound />;
}
