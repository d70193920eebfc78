import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#/features/help/help-page.tsx';
import { PlainFrame } from '#/features/shell/plain-frame.tsx';

export const Route = createFileRoute('/help/faq')({
  component: () => (
    <PlainFrame>
      <HelpPage topic="faq" />
    </PlainFrame>
  ),
});
