import type { ComponentProps } from 'react';
import { Icon } from '#/shared/ui/icons.tsx';

type Props = Omit<ComponentProps<typeof Icon>, 'children'>;

export const BackIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M19.5 12h-15m6-6-6 6 6 6" />
  </Icon>
);

export const PreviousIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M15 5.5 8.5 12l6.5 6.5" />
  </Icon>
);

export const ZoomInIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 4.5 4.5M8 10.5h5M10.5 8v5" />
  </Icon>
);

export const ZoomOutIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="m15 15 4.5 4.5M8 10.5h5" />
  </Icon>
);

export const KeyboardIcon = (props: Props) => (
  <Icon {...props}>
    <rect x="3" y="6.5" width="18" height="11" rx="1.5" />
    <path d="M6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8.5 14h7" />
  </Icon>
);

export const CheckIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.2 12.3 2.7 2.7 5-5.6" />
  </Icon>
);
