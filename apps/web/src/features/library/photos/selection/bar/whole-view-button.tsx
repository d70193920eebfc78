import { Button } from '@mantine/core';
import type { PhotoAction } from '#/shared/extension-points.ts';
import { useIsMobile } from '#/shared/layout.ts';

type Props = { action: PhotoAction; onPress: (key: PhotoAction['key']) => void };

/** Offers an action for all photos of a view; beside other controls its text has no room on a phone. */
export function WholeViewButton({ action: { key, label, icon }, onPress }: Props) {
  const isMobile = useIsMobile();
  return (
    <Button
      variant="default"
      leftSection={isMobile ? undefined : icon}
      aria-label={label}
      onClick={() => onPress(key)}
    >
      {isMobile ? icon : label}
    </Button>
  );
}
