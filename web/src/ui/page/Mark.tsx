export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <path
        className="fill-[#2c8278]"
        d="M16 1C9.4 1 4 6.3 4 12.9c0 4.5 2.3 8.3 5.2 11.6l5.2 5.8a2.15 2.15 0 0 0 3.2 0l5.2-5.8c2.9-3.3 5.2-7.1 5.2-11.6C28 6.3 22.6 1 16 1Z"
      />
      <path
        className="fill-none stroke-amber stroke-[3.6]"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10.6 13.3 3.8 3.8 7.2-7.6"
      />
    </svg>
  );
}
