import { createFileRoute } from '@tanstack/react-router';
import { IntegrationPage } from '#/features/business/order-lists/index.ts';
import { ExportIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/integration')({
  component: IntegrationPage,
  staticData: {
    isForBusiness: true,
    heading: { text: 'integration.title' },
    menu: {
      group: 'orders',
      rank: 4,
      label: 'shell.integration',
      icon: <ExportIcon />,
      audience: 'business',
    },
  },
});
