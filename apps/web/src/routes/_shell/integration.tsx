import { createFileRoute } from '@tanstack/react-router';
import { IntegrationPage } from '#/features/business/order-lists/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { ExportIcon } from '#/shared/ui/icons.tsx';

/** [SHL-06] */
export const integrationEntry: MenuEntry = {
  key: 'integration',
  label: 'shell.integration',
  icon: <ExportIcon />,
  to: '/integration',
  audience: 'business',
};

export const Route = createFileRoute('/_shell/integration')({
  component: IntegrationPage,
  staticData: { isForBusiness: true, heading: { text: 'integration.title' } },
});
