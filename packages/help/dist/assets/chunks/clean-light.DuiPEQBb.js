const s="/help/assets/clean-light.BzgGImPy.png";export{s as _};
