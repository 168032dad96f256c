const variants = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent-hover disabled:hover:bg-accent',
  secondary: 'border-edge/60 bg-panel text-ink hover:border-edge hover:bg-hover',
  danger:
    'border-transparent bg-danger text-on-danger hover:bg-danger-hover disabled:hover:bg-danger',
  positive: 'border-positive bg-positive-soft text-positive hover:shadow-[inset_0_0_0_1px]',
  negative: 'border-negative bg-negative-soft text-negative hover:shadow-[inset_0_0_0_1px]',
  quiet: 'border-transparent text-ink hover:bg-hover',
};
const sizes = { sm: 'h-7 px-2.5', md: 'h-8 px-3', lg: 'h-10 px-4' };

export interface ButtonLook {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
}

export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook): string {
  return `inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0 ${variants[variant]} ${sizes[size]}`;
}
