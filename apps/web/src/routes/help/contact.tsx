import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#/features/frame/help/help-page.tsx';
import { PlainFrame } from '#/features/frame/shell/plain-frame.tsx';

export const Route = createFileRoute('/help/contact')({
  component: () => (
    <PlainFrame>
      <HelpPage topic="contact" />
    </PlainFrame>
  ),
});
