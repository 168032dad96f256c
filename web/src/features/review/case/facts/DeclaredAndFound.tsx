import { EqualNot } from 'lucide-react';
import type { compareFacts } from './compare-facts.ts';

export function DeclaredAndFound({ rows }: { rows: ReturnType<typeof compareFacts> }) {
  return (
    <div className="part compared">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Fact</span>
            </th>
            <th scope="col">Declared</th>
            <th scope="col">Found</th>
            <th scope="col">
              <span className="sr-only">Same or not</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, declared, found, verdict }) => (
            <tr key={label} className={verdict ?? ''}>
              <th scope="row">{label}</th>
              <td>{declared || <span className="text-muted">-</span>}</td>
              <td className="found">{found}</td>
              <td>
                {verdict && (
                  <span className="verdict">
                    {verdict === 'differs' && <EqualNot aria-hidden />}
                    {verdict === 'differs' ? 'Differs' : 'Same'}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
