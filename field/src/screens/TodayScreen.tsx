/** The day's visits. */
export function TodayScreen() {
  return (
    <main className="grid min-h-dvh place-content-center bg-paper p-4 text-ink">
      <h1 className="text-2xl font-bold">Today</h1>
    </main>
  );
}
