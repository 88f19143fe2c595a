var StartupError=class extends Error{};export{StartupError as t};
//# sourceMappingURL=fatal-gifsI4Zr.js.map