type IconProps = {
  /** In pixels. */
  size?: number;
};
type DrawingProps = IconProps & {
  /** Directional: mirrored in right-to-left languages. */
  isDirected?: boolean;
};

/** A line drawing on a grid of 24, hidden from screen readers because a text accompanies it. */
export function Icon({ path, size = 20, isDirected }: DrawingProps & { path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-directed={isDirected}
    >
      <path d={path} />
    </svg>
  );
}

/** An icon that draws a path. */
export const drawing =
  (path: string, drawn: DrawingProps = {}) =>
  (props: IconProps) => <Icon path={path} {...drawn} {...props} />;

export const HomeIcon = drawing('M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z');
export const OrdersIcon = drawing('m4 8 8-4.2L20 8v8.2l-8 4.1-8-4.1zM4 8l8 4.2L20 8m-8 4.2v8M8 5.9l8 4.3');

/** A receipt. */
export const InvoiceIcon = drawing('M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5m-5 4h5');

/** A ticket. */
export const VoucherIcon = drawing(
  'M4 6.5h16v3.2a2.3 2.3 0 0 0 0 4.6v3.2H4v-3.2a2.3 2.3 0 0 0 0-4.6zM14 6.5v2m0 2.5v2m0 2.5v2',
);

/** An open book. */
export const ProjectIcon = drawing(
  'M12 6.5C10 5 7 4.5 3.5 4.8v13.4c3.5-.3 6.5.2 8.5 1.7 2-1.5 5-2 8.5-1.7V4.8C17 4.5 14 5 12 6.5zm0 0v13.4',
);

/** A closed book. */
export const BookIcon = drawing(
  'M6.5 3.8h12v16.4h-12a1.5 1.5 0 0 1-1.5-1.5V5.3a1.5 1.5 0 0 1 1.5-1.5zM8.5 3.8v16.4M11.5 8.5h4M11.5 11.5h4',
);
export const PhotosIcon = drawing(
  'M5.5 5h13a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8.5 8.3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM4 17l5-4.5 3.5 3 3.5-4 4.5 4.5',
);
export const HelpIcon = drawing(
  'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.8M12 16.4v.1',
);
export const SignOutIcon = drawing(
  'M14 4.5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h8M10 12h10m-3.5-3.5L20 12l-3.5 3.5',
);
export const SettingsIcon = drawing(
  'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
);
export const AccountIcon = drawing(
  'M12 4.8a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4zM4.8 19.5c1.2-3.4 4-5 7.2-5s6 1.6 7.2 5',
);
export const AddIcon = drawing('M12 5v14M5 12h14');
export const CloseIcon = drawing('m6 6 12 12M18 6 6 18');
export const ForwardIcon = drawing('m9 5.5 6.5 6.5L9 18.5', { isDirected: true });
export const BackIcon = drawing('m14.5 6-6 6 6 6', { isDirected: true });
export const DownloadIcon = drawing('M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14');
export const ShareIcon = drawing(
  'M12 15V3.5M8 7.5l4-4 4 4M8.5 10.5H7A1.5 1.5 0 0 0 5.5 12v6.5A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5V12a1.5 1.5 0 0 0-1.5-1.5h-1.5',
);
export const ExportIcon = drawing(
  'M4.5 8.5h15v10a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zl1.6-3.4a1 1 0 0 1 .9-.6h10a1 1 0 0 1 .9.6l1.6 3.4M12 11v5m-2.2-2.2L12 16l2.2-2.2',
);
export const DeleteIcon = drawing(
  'M4.5 6.5h15M9.5 6.5V4.8a.8.8 0 0 1 .8-.8h3.4a.8.8 0 0 1 .8.8v1.7M6.5 6.5l.8 12.2a1 1 0 0 0 1 .8h7.4a1 1 0 0 0 1-.8l.8-12.2M10 10.5v5m4-5v5',
);
export const CopyToAlbumIcon = drawing(
  'M7.5 4h11a1.5 1.5 0 0 1 1.5 1.5v11M5.5 7.5h9.5a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5h-9.5a1.5 1.5 0 0 1-1.5-1.5V9a1.5 1.5 0 0 1 1.5-1.5zM10.2 10.8v6m-3-3h6',
);
export const PrintIcon = drawing(
  'M7 9V4.5h10V9M7 16.5H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-2M7 13.5h10v6H7z',
);
export const HeartIcon = drawing('M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z');
export const TurnIcon = drawing('M19 12a7.5 7.5 0 1 1-2.5-5.6L19 9M19 4.5V9h-4.5');
export const NotPrintedIcon = drawing(
  'M10 4.5h7V9m-4 0h6a1 1 0 0 1 1 1v5.5m-13 1H5a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h2m0 4.5h4.5M7 13.5v6h10V19M4 4l16 16',
);
export const ComfortableIcon = drawing('M4 4h16v7H4zM4 14h7v6H4zM14 14h6v6h-6z');
export const CompactIcon = drawing(
  'M4 4h4v4H4zM10 4h4v4h-4zM16 4h4v4h-4zM4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4zM4 16h4v4H4zM10 16h4v4h-4zM16 16h4v4h-4z',
);
export const PhoneIcon = drawing(
  'M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 18h2',
);
export const ClockIcon = drawing('M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7v5l3.5 2');
