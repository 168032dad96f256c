declare module '*.css';
declare module '*.html?raw' {
  const text: string;
  export default text;
}
declare module '*?url&no-inline' {
  const url: string;
  export default url;
}
