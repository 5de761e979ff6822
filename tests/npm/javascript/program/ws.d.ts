declare module 'ws' {
  const WebSocket: unknown;
  export default WebSocket;
}
